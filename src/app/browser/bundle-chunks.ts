// How the build divides the browser app into files. A phone fetches few files at a time, so that many small ones take longer
// than a large one that holds more than the screen needs.
import type { Rolldown } from 'vite'

/** The areas of the app, by the modules with which they begin. */
const areas = {
  early: /\/src\/app\/browser\/early\.ts$/,
  app: /\/src\/app\/browser\/main\.tsx$/,
  signIn: /\/src\/features\/auth\/web\/(?!own-)[\w-]+\.page\.tsx$/,
  portal: /\/src\/screens\/portal\/web\/portal-(frame|tickets\.page)\.tsx$/,
  portalMore: /\/src\/screens\/portal\/web\/(portal-ticket\.page|[\w-]+\.dialog)\.tsx$/,
  backOffice:
    /\/src\/(screens\/back-office\/web\/[\w.-]+\.tsx|screens\/time\/web\/clock-(tool|question)\.tsx|app\/browser\/back-office-data\.ts)$/,
  // The print view is apart: its style sheet is for every printed page.
  office: /\/src\/(features|screens)\/(?!portal\/)[\w-]+\/web\/(?!print\.)[\w-]+\.(page|dialog)\.tsx$/,
}
type Area = keyof typeof areas

/** The files that the bundler does not choose itself, the first that fits: a module lies where all areas that import it find it. */
const files: [name: string, holds: (importedBy: Set<Area>) => boolean][] = [
  ['early', (by) => by.has('early')],
  ['app', (by) => by.has('app')],
  ['sign-in', (by) => by.has('signIn')],
  ['shared', (by) => by.has('portal') && by.has('backOffice')],
  ['lists', (by) => by.has('portal') && by.has('office')],
  ['portal', (by) => by.has('portal')],
  ['back-office', (by) => by.has('backOffice')],
  ['controls', (by) => by.has('portalMore') && by.has('office')],
  ['portal-more', (by) => by.has('portalMore')],
  ['office', (by) => by.has('office')],
]

export const chunkGroups: Rolldown.CodeSplittingGroup[] = files.map(([name, holds], index) => ({
  name: (id, context) => (holds(areasImporting(id, context)) ? name : undefined),
  debugName: name,
  // A file takes what its modules import along, unless a file before it has it.
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
