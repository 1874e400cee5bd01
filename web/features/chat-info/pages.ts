/** The pages of the panel, loaded as one chunk when the first of them is opened. */
export { AddPage } from "./add-page.tsx";
export { AdministratorsPage, NewAdministratorPage } from "./administrators-page.tsx";
export { EditPage } from "./edit-page.tsx";
export { InfoPane } from "./info-pane.tsx";
export { BannedPage, RestrictedPage } from "./restricted-pages.tsx";
export { LinksPage } from "./links-page.tsx";
export { MemberPage } from "./member-page.tsx";
export { OverviewPage } from "./overview-page.tsx";
export { PermissionsPage } from "./permissions-page.tsx";
export { ReactionsPage } from "./reactions-page.tsx";
export { RequestsPage } from "./requests-page.tsx";
export { RestrictPage } from "./restrict-page.tsx";
export { RightsPage } from "./rights-page.tsx";
