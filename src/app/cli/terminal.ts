import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export const isTerminal = () => process.stdin.isTTY === true && process.stdout.isTTY === true

/** Asks on the terminal; what is typed is not shown when it is secret. Only where isTerminal(). */
export async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stdout,
    terminal: isSecret,
  })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (isSecret) process.stdout.write('\n')
  }
}
