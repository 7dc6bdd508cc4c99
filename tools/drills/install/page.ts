// The commands of a page: its `sh` blocks, titled by the preceding heading or bold text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export type Block = { title: string; commands: string }

export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8')
  let heading = ''
  const blocks: Block[] = []
  for (const [, title, bold, commands] of text.matchAll(/^## (.+)$|^\*\*([^*]+?)\.?\*\*|^```sh\n([\s\S]*?)^```$/gm)) {
    if (title) heading = title
    else if (bold && heading === 'Install') heading = `Install: ${bold}`
    else if (bold && heading.startsWith('Install: ')) heading = `Install: ${bold}`
    else if (commands) blocks.push({ title: heading, commands })
  }
  return blocks
}

/** Replaces the page's own assignments (`NAME=…`) by this machine's values. Throws if one is not in any block. */
export function filled(blocks: Block[], values: Record<string, string>): Block[] {
  for (const name of Object.keys(values))
    if (!blocks.some(({ commands }) => new RegExp(`^${name}=`, 'm').test(commands)))
      throw new Error(`No block sets ${name}`)
  return blocks.map(({ title, commands }) => ({
    title,
    commands: Object.entries(values).reduce(
      (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}='${value}'`),
      commands,
    ),
  }))
}
