/** Owners of the service: there is always one who can act. */

/** Whether the service would be without an owner who can act if this one were none. `active`: those not suspended. */
export function isLastOwner(active: readonly number[], person_id: number): boolean {
  return active.length === 1 && active[0] === person_id;
}
