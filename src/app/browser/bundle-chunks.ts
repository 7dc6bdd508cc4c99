// How the build divides the browser app into files. A phone fetches few files at a time, so many small files take
// longer than one that is larger than the screen needs.
import type { Rolldown } from 'vite'

/** The areas of the app, by their entry modules. */
const areas = {
  early: /\/src\/app\/browser\/early\.ts$/,
  app: /\/src\/app\/browser\/main\.tsx$/,
  authClient: /\/src\/features\/auth\/web\/auth-client\.ts$/,
  signIn: /\/src\/features\/auth\/web\/(?!own-)[\w-]+\.page\.tsx$/,
  portal: /\/src\/screens\/portal\/web\/portal-(frame|tickets\.page)\.tsx$/,
  portalMore: /\/src\/screens\/portal\/web\/(portal-ticket\.page|[\w-]+\.dialog)\.tsx$/,
  backOffice:
    /\/src\/(screens\/back-office\/web\/(back-office|not-found\.page)\.tsx|screens\/time\/web\/clock-(tool|question)\.tsx|app\/browser\/(back-office-data|layout-ready)\.ts)$/,
  dashboard: /\/src\/screens\/back-office\/web\/dashboard\.page\.tsx$/,
  ticketList: /\/src\/screens\/ticket\/web\/ticket-list\.page\.tsx$/,
  ticket: /\/src\/screens\/ticket\/web\/ticket-detail\.page\.tsx$/,
  secondStep: /\/src\/features\/auth\/web\/(second-step|proof\.dialog)\.tsx$/,
  palette: /\/src\/screens\/back-office\/web\/palette\.tsx$/,
  // The pages of the sign-in and what else only auth loads are excluded, and the print view, because its stylesheet applies to every printed page.
  office:
    /\/src\/(features|screens)\/(?!portal\/|auth\/web\/((?!own-)[\w-]+\.page|(proof|add-authenticator|recovery-codes)\.dialog))[\w-]+\/web\/(?!print\.)[\w-]+\.(page|dialog)\.tsx$/,
}
type Area = keyof typeof areas

/** What the portal has in common with the screens of the back office that open first. */
const isShared = (by: Set<Area>) =>
  (by.has('portal') && (by.has('backOffice') || by.has('ticketList'))) || (by.has('portalMore') && by.has('ticketList'))

/** The named files. A module goes into the first one whose condition is met by the areas that import it. */
const files: [name: string, holds: (importedBy: Set<Area>) => boolean][] = [
  ['early', (by) => by.has('early')],
  // What the sign-in shares with the screens that open first, so that they do not load it.
  ['app', (by) => by.has('app') || (by.has('signIn') && (by.has('backOffice') || by.has('ticketList')))],
  ['auth-client', (by) => by.has('authClient')],
  ['forms', (by) => by.has('signIn') && by.has('office')],
  ['sign-in', (by) => by.has('signIn')],
  ['shared', (by) => isShared(by)],
  ['lists', (by) => by.has('portal') && by.has('office')],
  ['portal', (by) => by.has('portal')],
  ['back-office', (by) => by.has('backOffice')],
  ['controls', (by) => by.has('portalMore') && by.has('office')],
  ['portal-more', (by) => by.has('portalMore')],
  ['ticket-list', (by) => by.has('ticketList')],
  ['dashboard', (by) => by.has('dashboard')],
  ['ticket', (by) => by.has('ticket')],
  // Whoever signs in with a second factor need not wait for the office.
  ['second-step', (by) => by.has('secondStep')],
  // Before the office, whose many pages the first press need not wait for.
  ['palette', (by) => by.has('palette')],
  ['office', (by) => by.has('office')],
]

export const chunkGroups: Rolldown.CodeSplittingGroup[] = files.map(([name, holds], index) => ({
  name: (id, context) => (holds(areasImporting(id, context)) ? name : undefined),
  debugName: name,
  // A file would also take the imports of its modules, so earlier files need a higher priority.
  priority: files.length - index,
}))

function areasImporting(id: string, context: Rolldown.ChunkingContext): Set<Area> {
  const found = new Set<Area>()
  const visited = new Set<string>()
  const visit = (module: string) => {
    if (visited.has(module)) return
    visited.add(module)
    for (const area of Object.keys(areas) as Area[]) if (areas[area].test(module)) found.add(area)
    context.getModuleInfo(module)?.importers.forEach(visit)
  }
  visit(id)
  return found
}
