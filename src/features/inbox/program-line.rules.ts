// The line that a telephone or a mail program adds below a mail: 'Skickat från min iPhone', 'Hämta Outlook för iOS'. The whole
// line must match, since people write about their programs too.

const kinds =
  'mobil|mobilen|mobile|mobiltelefon|telefon|telefonen|smartphone|smarttelefon|phone|tablet|surfplatta|enhet|device'
const brands =
  'iphone|ipad|ipod|apple watch|galaxy|samsung|android|huawei|honor|xiaomi|redmi|pixel|google pixel|oneplus|oppo|motorola|sony|xperia|nokia|htc|lg|windows phone'
const model = '(?: (?:[a-z]{0,2}\\d{1,4}[a-z]{0,2}|ultra|pro|plus|max|mini|lite|note|edge|fold|flip|5g|4g))'
const brand = `(?:${brands})[™®]?(?:[- ](?:${kinds}))?${model}{0,4}`
const device = `(?:${brand}(?: ${brand}){0,2}|${kinds})`

const programs =
  'outlook(?: mobile| mobil)?|e-post|windows mail|mail|yahoo(?:! ?| )?mail|yahoo|proton ?mail(?: mobile)?|gmail|bluemail|k-9(?: mail)?|hotmail|spark|mymail|thunderbird|mailbird|em client|airmail|aqua ?mail|fairemail|fastmail|zoho mail|tuta(?:nota)?|icloud|aol(?: mail)?|edison mail|samsung e-post|canary mail|gmx mail app'
const systems = 'ios|android|mac|macos|iphone|ipad|windows(?: \\d{1,2}| phone)?|mobile|desktop|mobil|mobilen'
const program = `(?:${programs})(?: (?:för|for|fra|til|på|on|für) (?:${systems}))?(?: (?:secure|säker) (?:email|e-mail|e-post))?`

const from = '(?:skickat|skickad|skickades|sänt|sent|sendt|gesendet) (?:från|from|fra|via|with|med|using|von|mit)'
const my = '(?:(?:min|mitt|my|din|en|a|the|meinem|meiner|der) )?'
const thing = `(?:${device}|${program})(?: (?:med|with|using|via|mit) ${my}(?:${program}))?`
const mistakes =
  'stavfel|skrivfel|tryckfel|felstavningar|stavning|korthet|kortfattat|fatta svar|typos?|brevity|errors|spelling|autokorrigering|autocorrect'
const excuse = `(?:[,.;:!–-]* (?:så |please |pls )?(?:ursäkta|excuse|pardon|forgive|förlåt|sorry for) (?:any |my |the |eventuella |ev\\.? |min |mina )?(?:${mistakes})(?: (?:och|and|or|eller) (?:${mistakes}))?)?`

const lines = [
  `${from} ${my}${thing}${excuse}`,
  `(?:hämta|skaffa|get|hent|få) (?:${programs}) (?:för|for|til) (?:${systems})`,
  `von meine[mr] ${thing} gesendet`,
  `diese nachricht wurde von meine[mr] ${thing} gesendet`,
  '(?:lähetetty) (?:laitteesta |sovelluksesta |minun )?(?:iphone|ipad|outlook|android|samsung|galaxy|gmail|yahoo)[a-zäö:]{0,8}(?: [a-zäö:]{1,12}laitteesta| mobile)?',
].map((line) => new RegExp(`^${line}$`))

/** Whether a telephone or program added the line, with or without a link. */
export function isOfProgram(line: string): boolean {
  if (line.length > 300) return false
  const text = line
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]*>|https?:\/\/\S+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[.!]*\s*$/, '')
    .trim()
    .toLowerCase()
  return lines.some((one) => one.test(text))
}
