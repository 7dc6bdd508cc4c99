import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export const isTerminal = () => process.stdin.isTTY === true && process.stdout.isTTY === true

/** Prompts on the terminal, without echo for a secret. Requires isTerminal(). */
export async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  process.stdout.write(question)
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? noEcho : process.stdout,
    terminal: isSecret,
  })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (isSecret) process.stdout.write('\n')
  }
}
