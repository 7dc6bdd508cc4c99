import { parseSync } from 'vite'

type Rule = {
  pattern: RegExp
  /** What to write instead. */
  write: string
  /** An example with the mistake, and one without it. */
  wrong: string
  right: string
  /** Only in files below this path. */
  only?: RegExp
  /** Except in these. */
  except?: RegExp
  /** A file name for the examples, if the rule applies to some files only. */
  file?: string
}

export const rules: Rule[] = [
  { pattern: /\bRedigera/, write: 'Ändra, as the dialog says', wrong: 'Redigera kund', right: 'Ändra kund' },
  {
    pattern: /Är något ändå fel/,
    write: 'Är felet kvar? Skriv …',
    wrong: 'Är något ändå fel?',
    right: 'Är felet kvar?',
  },
  {
    pattern: /^(?:Ej markerad|Markerad)$/,
    write: 'Rapporterad, Ej rapporterad',
    wrong: 'Ej markerad',
    right: 'Ej rapporterad',
  },
  {
    pattern: /-datum kan inte vara efter/,
    write: 'Från-datumet kan inte ligga efter till-datumet',
    wrong: 'Från-datum kan inte vara efter till-datum',
    right: 'Från-datumet kan inte ligga efter till-datumet',
  },
  {
    pattern: /Av förfrågan från/,
    write: 'Från Åkes förfrågan',
    wrong: 'Av förfrågan från Åke',
    right: 'Från Åkes förfrågan',
  },
  {
    pattern: /Känns inte igen som ett nummer/,
    write: 'Ser inte ut som ett telefonnummer. Det sparas som du skrev det.',
    wrong: 'Känns inte igen som ett nummer, men sparas',
    right: 'Ser inte ut som ett telefonnummer.',
  },
  {
    pattern: /Tomt blir/,
    write: 'Lämnas det tomt gäller …',
    wrong: 'Tomt blir 30 dagar',
    right: 'Lämnas det tomt gäller 30 dagar',
  },
  {
    pattern: /^Nycklarna är sparade$/,
    write: 'Jag har sparat nycklarna',
    wrong: 'Nycklarna är sparade',
    right: 'Jag har sparat nycklarna',
  },
  {
    pattern: /om än tom/,
    write: 'Texten saknas i anropet',
    wrong: 'Text krävs, om än tom',
    right: 'Texten saknas i anropet',
  },
  { pattern: /\binte hel\b/, write: 'ofullständig', wrong: 'Länken är inte hel', right: 'Länken är ofullständig' },
  {
    pattern: /kopplat till något företag/,
    write: 'kopplat till någon kund',
    wrong: 'inte kopplat till något företag',
    right: 'inte kopplat till någon kund',
  },
  {
    pattern: /under Nytt lösenord/,
    write: 'under Ditt konto',
    wrong: 'byter du under Nytt lösenord',
    right: 'byter du under Ditt konto',
  },
  { pattern: /Som datorn/, write: 'Som enheten', wrong: 'Som datorn', right: 'Som enheten' },
  { pattern: /\(krävs\)/, write: 'obligatoriskt', wrong: 'Namn (krävs)', right: 'Namn (obligatoriskt)' },
  {
    pattern: /\bit(?:-\p{L}+)?\b(?=.*[åäö])|[åäö].*\bit\b/u,
    write: 'IT',
    wrong: 'Vi sköter it åt företag',
    right: 'Vi sköter IT åt företag',
  },
  {
    pattern: /\b(?:ni|era)\b/i,
    write: 'du, dina',
    wrong: 'Ring oss när ni vill',
    right: 'Ring oss när du vill',
    only: /^src\/screens\/site\//,
    file: 'src/screens/site/a.tsx',
  },
  { pattern: /fel sak två\./, write: 'fel sak två gånger', wrong: 'än fel sak två.', right: 'än fel sak två gånger.' },
  {
    pattern: /fram till oss på det här sättet/,
    write: 'Du har själv bett om hjälp.',
    wrong: 'Kommer du fram till oss på det här sättet',
    right: 'Du har själv bett om hjälp.',
  },
  {
    pattern: /Nätet sparas/,
    write: 'Ip-adressen sparas inte i klartext',
    wrong: 'Nätet sparas inte',
    right: 'Ip-adressen sparas inte',
  },
  {
    pattern: /^Boka support$/,
    write: 'Anmäl ett fel (the button of the start page keeps its text)',
    wrong: 'Boka support',
    right: 'Anmäl ett fel',
    except: /^src\/screens\/site\/home/,
  },
  {
    pattern: /Anmälan kommer fram/,
    write: 'Vi får din anmälan',
    wrong: 'Anmälan kommer fram',
    right: 'Vi får din anmälan',
  },
  {
    pattern: /välja ett eget lösenord/,
    write: 'Välj ditt lösenord här',
    wrong: 'Vill du välja ett eget lösenord?',
    right: 'Välj ditt lösenord här',
  },
  {
    pattern: /lämnas till e-postservern/,
    write: 'Alla mejl har skickats vidare.',
    wrong: 'Allt lämnas till e-postservern.',
    right: 'Alla mejl har skickats vidare.',
  },
  {
    pattern: /visas bara nu/,
    write: 'visas bara en gång',
    wrong: 'skapas och visas bara nu',
    right: 'skapas och visas bara en gång',
  },
  {
    pattern: /[Pp]åtvingat/,
    write: 'På för alla tabeller.',
    wrong: 'Påtvingat på alla tabeller',
    right: 'På för alla tabeller.',
  },
  { pattern: /[Aa]vslaget/, write: 'Avstängt för …', wrong: 'Avslaget för', right: 'Avstängt för' },
  {
    pattern: /\bBackup(?:en|er)?\b|\bbackup(?:en|er|erna)\b/,
    write: 'säkerhetskopia',
    wrong: 'Backupen är gjord',
    right: 'Säkerhetskopian är gjord',
  },
  {
    pattern: /\b(?:klover|valnot|stjerna|biblio|nejlik)\b/,
    write: 'a word without å, ä and ö when read aloud',
    wrong: 'stjerna',
    right: 'tallkotte',
  },
]

const NOUNS =
  'tidrader|rader|poster|ärenden|kunder|dagar|timmar|minuter|förfrågningar|mejl|inloggningar|filer|försök|veckor|månader|nycklar|användare|kommentarer|personer'
/** The noun after a count, as in '3 ärenden'. */
const startsWithNoun = new RegExp(`^[ \\u00a0](?:${NOUNS})(?![\\p{L}-])`, 'u')
/**
 * A count that never needs a singular: constants are never one, and hours and minutes have decimals, which take the
 * plural.
 */
const isFixedCount = (expression: string) =>
  /^(?:formatNumber\()?[A-Z][A-Z0-9_]+(?:\.\w+)?\)?$/.test(expression) || /^format(?:Hours|Duration)\(/.test(expression)

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** The mistakes in the texts of a source file, as 'file:line: text: write …'. */
export function mistakesIn(file: string, source: string): string[] {
  const found: string[] = []
  const add = (at: number, text: string, write: string) =>
    found.push(`${file}:${source.slice(0, at).split('\n').length}: ${text.trim()}: write ${write}`)
  const valid = rules.filter(({ only, except }) => (!only || only.test(file)) && !except?.test(file))
  const read = (text: string, at: number) => {
    for (const { pattern, write } of valid) if (pattern.test(text.trim())) add(at, text, write)
  }
  const readCount = ({ start, end }: Node, text: string) => {
    if (startsWithNoun.test(text) && !isFixedCount(source.slice(start, end))) add(start, text, 'plural(…)')
  }
  walk(parseSync(file, source).program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') read(node.value, node.start)
    if (node.type === 'JSXText') read(String(node.value), node.start)
    if (node.type === 'TemplateLiteral') {
      const texts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      for (const text of texts) read(text, node.start)
      for (const [i, expression] of (node.expressions as Node[]).entries()) {
        readCount(expression, texts[i + 1] ?? '')
        const isMachineTime = /toISOString/.test(source.slice(expression.start, expression.end))
        if (isMachineTime && /[åäö]/.test(texts.join('')))
          add(expression.start, texts.join('…'), 'momentInStockholm(…)')
      }
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = node.children as Node[]
      for (const [i, child] of children.entries()) {
        const next = children[i + 1]
        if (child.type === 'JSXExpressionContainer' && next?.type === 'JSXText')
          readCount(child.expression as Node, String(next.value))
      }
    }
  })
  return found
}

function walk(value: unknown, visit: (node: Node) => void) {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (value && typeof value === 'object') {
    if ('type' in value && typeof value.type === 'string') visit(value as Node)
    for (const item of Object.values(value)) walk(item, visit)
  }
}
