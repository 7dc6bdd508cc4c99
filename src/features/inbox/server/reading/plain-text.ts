// What mail programs add to the plain text of a mail when they make it from HTML.

/** Characters without width, which newsletters put behind the text that the list of mails shows. */
const filler = /\p{Default_Ignorable_Code_Point}/u
/** Not those of which flags are made. */
const fillers = /[[\s\p{Default_Ignorable_Code_Point}]--[\u{e0000}-\u{e007f}]]{4,}/gv

/** The text without long runs of invisible characters. */
export const withoutFillers = (text: string): string =>
  text.replace(fillers, (run) => {
    if (!filler.test(run)) return run
    return run.includes('\n') ? '\n\n' : ' '
  })

const contentId = /\[cid:[^\]\s]{1,200}\]/gi
const link = /[ \t]?<(mailto:|tel:|https?:\/\/)([^<>\s]{1,2000})>/gi

/** The plain text without references to pictures, and without the target of a link where the text says it already. */
export function withoutNoise(text: string): string {
  return text.replace(contentId, '').replace(link, (whole, scheme: string, target: string, at: number, all: string) => {
    const said = all.slice(Math.max(0, at - target.length - 20), at)
    if (says(said, scheme.toLowerCase(), target)) return ''
    return scheme.toLowerCase() === 'mailto:' ? ` <${target}>` : whole
  })
}

/** Whether the words in front of a link end with its target. */
function says(said: string, scheme: string, target: string): boolean {
  if (scheme === 'tel:') {
    const number = digitsOf(target)
    const word = /[\d\s()/+-]*$/.exec(said.slice(-40))?.[0] ?? ''
    return number.length > 4 && digitsOf(word).endsWith(number.slice(-7)) && digitsOf(word).length >= number.length - 2
  }
  const [plain = ''] = scheme === 'mailto:' ? target.split('?', 1) : [target]
  return bare(said).endsWith(bare(plain)) && /(?:^|[\s([<"'/@])$/.test(beginningOf(said, plain))
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
const bare = (text: string) => text.toLowerCase().replace(/\/$/, '')

/** What stands before the link's words: 'www.x.se' ends with 'x.se' and is another address. */
function beginningOf(said: string, plain: string): string {
  const end = said.endsWith('/') ? said.length - 1 : said.length
  return said.slice(0, Math.max(0, end - bare(plain).length))
}
