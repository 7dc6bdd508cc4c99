import { runTool } from '../tools/support/run-tool.ts'
import type { Part } from './part.ts'

export const bundles: Part = {
  name: 'bundles',
  title: 'script and style before a screen stands, bytes as sent (gzip), beside what budgets.json allows',
  missing: () => undefined,
  run: async () => {
    const isBuilt = await runTool('node', ['src/app/browser/build.ts'])
    if (!isBuilt || !(await runTool('node', ['tools/budgets.ts']))) process.exitCode = 1
  },
}
