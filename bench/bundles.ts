import { runTool } from '../tools/support/run-tool.ts'
import type { Part } from './part.ts'

export const bundles: Part = {
  name: 'bundles',
  title: 'gzip bytes of the scripts and styles of each screen, compared with budgets.json',
  missing: () => undefined,
  run: async () => {
    const isBuilt = await runTool('node', ['src/app/browser/build.ts'])
    if (!isBuilt || !(await runTool('node', ['tools/budgets.ts']))) process.exitCode = 1
  },
}
