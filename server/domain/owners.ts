/** The rule that the service always has an owner who is not suspended. */

/** Whether this person is the last owner. `active` are the ids of the owners who are not suspended. */
export function isLastOwner(active: readonly number[], person_id: number): boolean {
  return active.length === 1 && active[0] === person_id;
}
