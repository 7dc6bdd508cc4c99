import { environmentFiles } from '#app/cli/environment-file.fixture.ts'
import type { Machine } from './machine.ts'
import type { Step } from './steps.ts'

/** The cases of our parser, read by the machine's systemd. */
export const settingsFiles = ({ run }: Machine): Step => ({
  name: 'settings files mean the same to systemd',
  check: async () => {
    for (const [text, variables] of environmentFiles) {
      const values = Object.keys(variables).map((name) => `printenv ${name} | base64 -w0; echo`)
      const { output } = await run(
        `cat > /run/case.env
systemd-run --wait --pipe --quiet -p EnvironmentFile=/run/case.env sh -c '${values.join('; ')}'`,
        text,
      )
      const expected = Object.values(variables).map((value) => Buffer.from(`${value}\n`).toString('base64'))
      if (output.trim() !== expected.join('\n')) return `${JSON.stringify(text)}\n${output}`
    }
    return undefined
  },
})
