// Suggested passwords: three different short words and a number, about 2^37 combinations, easy to dictate and to type on any
// keyboard (no word is spelled with å, ä or ö).
import { passwordProblem } from './password.rules.ts'

const words = `
  ankare april aster balkong ballong banan barr bastu berg bilar blad blixt blomma bokhylla bokskog bord
  bostad bricka brons brunn bukett burk cirkel citron cykel dagbok damm dans dator delfin dimma docka dragspel drake
  droppe dunge dusch ekorre eldstad element elva familj fest fiber fika film fiol fisk fjord flagga flaska flinta
  flod flotte fluga folk fredag frukost frukt fura gaffel galler garn gata gitarr glada glas glass gran gren grind
  groda grotta grus gruva gunga gurka hagel hall hallon hammare hamn handske hare harpa hassel hatt havet hink hjort
  hoppa humla hund hus hylla igelkott istapp jacka jasmin jord juli juni kabel kaffe kajak kaktus kamera kanal kanel
  kanin kanot karta kasse kastanj katt kikare kiosk kjol klippa klocka knapp knopp koja kompass konst korg
  kork krans krita krona kudde kvarn kvist lampa lanterna lapp larm lastbil lavendel lejon lilja lind linjal ljung
  ljus lokal lotus lucka lunch lycka magnet majs mandel mango mantel mast matsal melon moln mossa motor mugg mynt
  nattljus nektar nota novell nyckel oktav oliv onsdag orkan ost oxel paket palett panna papper park pelare
  penna persika piano pilspets pingvin plommon potatis prisma pumpa pussel radio regn ring ris robot rosett rubin
  rutor saft saga sallad sandal segel semester silver skog skola skruv smaragd smultron soffa solros sommar spade
  sparv spegel spis sporre stege stig storm strand sten svala svamp svan tall tavla teater tegel tiger
  timmer tomat torg torsdag trappa trumma tulpan tunnel vagn vante vass vatten vind vinter viol visp vykort
  ylle zebra zink`
  .trim()
  .split(/\s+/)

const NUMBER_DIGITS = 4

/**
 * A random initial password, such as 'fika-ljung-segel-4821', with as many words as `minLength` characters need. It passes the
 * rules even if one of its words is the company's name.
 */
export function suggestPassword(minLength: number): string {
  const chosen = new Set<string>()
  while (chosen.size < 3 || lengthWithoutOne(chosen) < minLength) chosen.add(words[randomBelow(words.length)] ?? '')
  const smallest = 10 ** (NUMBER_DIGITS - 1)
  const password = [...chosen, smallest + randomBelow(9 * smallest)].join('-')
  const isGuessed = [...chosen].some((name) => passwordProblem(password, { minLength, names: [name] }))
  return isGuessed ? suggestPassword(minLength) : password
}

/** The letters and digits that are left without the longest word. */
function lengthWithoutOne(chosen: Set<string>): number {
  const lengths = [...chosen].map(({ length }) => length)
  return lengths.reduce((sum, length) => sum + length, NUMBER_DIGITS) - Math.max(...lengths)
}

/** A random integer from 0 to `limit` - 1. The modulo bias is less than one in 400 000. */
function randomBelow(limit: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random % limit
}
