// Expectations for mails whose own text is hard to find: quotations, signatures, tables and hidden text (corpus-table.ts).
import type { Expected } from './expected-mail.ts'

export const expectedOfWords: Record<string, Expected> = {
  // A first mail, a forward and a mail with another subject have no quotation of our mail.
  'first-mail-with-pasted-mail': {
    outcome: 'ticket',
    authentication: 'server',
    textHas: 'Brandväggen är slut i lager.',
    folds: '',
  },
  'first-mail-with-gmail-quotation': {
    outcome: 'ticket',
    authentication: 'server',
    textHas: '> Vi byter routern i dag.',
    folds: '',
  },
  'outlook-forward-vs': {
    outcome: 'ticket',
    authentication: 'server',
    subject: 'Er order',
    textHas: 'Brandväggen är slut i lager.',
    folds: '',
  },
  'outlook-forward-of-our-mail': {
    outcome: 'comment',
    authentication: 'server',
    textHas: 'Vi byter routern i dag.',
    folds: '',
  },
  'outlook-answer-and-forward': {
    outcome: 'comment',
    authentication: 'server',
    textHas: 'Vi byter routern i dag.',
    folds: '',
  },
  'outlook-reply-other-subject': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'Ny fråga om skrivaren',
    textHas: 'Vi byter routern i dag.',
    folds: '',
  },
  // Answers inside the quotation, and quotations of others, are text.
  'outlook-answers-in-the-quotation': {
    outcome: 'comment',
    authentication: 'server',
    textHas: 'Röd hela tiden.',
    sentText: 'Vi byter routern i dag.\nVilken färg lyser lampan?\n\nNordnät AB',
    folds: '',
  },
  'outlook-pasted-mail-above-quotation': {
    outcome: 'comment',
    authentication: 'server',
    textHas: 'Brandväggen är slut i lager.\n\nVad gör vi?',
    folds: 'Från: Anna Berg <no-reply@nordnat.example>',
  },
  'outlook-pasted-names-above-quotation': {
    outcome: 'comment',
    authentication: 'server',
    textHas: 'Brandväggen är slut i lager.',
    folds: 'Från: Anna Berg <no-reply@nordnat.example>',
  },
  'own-lines-like-quotation': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Så här svarar den:\n> ping 10.0.0.1\n> Begäran gjorde timeout.\nVad är fel?',
    folds: '',
  },
  'own-lines-above-gmail-quotation': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Loggen säger\n> E1234 fel\noch sedan inget.',
    folds: '> Vi byter routern i dag.',
  },
  'gmail-quotes-another-person': {
    outcome: 'comment',
    authentication: 'server',
    textHas: '> Hos oss fungerar nätet.',
    folds: '',
  },
  // A quotation of our mail is folded, with the signature above it.
  'gmail-reply-en': {
    outcome: 'comment',
    authentication: 'server',
    text: 'It blinks red again.',
    folds: '> Vi byter routern i dag.',
  },
  'iphone-reply-en': {
    outcome: 'comment',
    authentication: 'server',
    text: 'It blinks red again.',
    folds: 'Sent from my iPhone\n\n> On 3 Nov 2026',
  },
  'samsung-reply-en': {
    outcome: 'comment',
    authentication: 'server',
    text: 'It blinks red again.',
    folds: 'Sent from my Galaxy\n\n-------- Original message',
  },
  'outlook-ios-text-sv': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Nu blinkar det rött igen.',
    folds: 'Hämta Outlook för iOS',
  },
  'thunderbird-signature-below': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Nu blinkar det rött igen.',
    folds: '> Vi byter routern i dag.\n\n-- \nKim Lund',
  },
  'apple-mail-reply-en': {
    outcome: 'comment',
    authentication: 'server',
    text: 'It blinks red again.\n\nKind regards\nKim',
    folds: 'Vi byter routern i dag.',
  },
  'exchange-contact-block-repeated': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Nu blinkar det rött igen.',
    folds: '040-123 45 67\n\nFrån: Anna Berg <no-reply@nordnat.example>',
    earlier: ['Hej!\n\nNätet är nere.\n\nMed vänlig hälsning\nKim Lund\nKajens Café\n040-123 45 67'],
  },
  'exchange-contact-block-first': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Nu blinkar det rött igen.\n\nMed vänlig hälsning\nKim Lund\nKajens Café\n040-123 45 67',
    folds: 'Från: Anna Berg <no-reply@nordnat.example>',
    earlier: ['Nätet är nere.'],
  },
  'enquiry-reply-quoted': {
    outcome: 'enquiry_reply',
    authentication: 'server',
    text: 'Tack, det låter bra.',
    folds: '> Vi kan komma på torsdag.',
  },
  'outlook-noise-in-text': {
    outcome: 'comment',
    authentication: 'server',
    textHas:
      'Kim Lund | Tel: 040-123 45 67\nkim@kajen.example | www.kajen.example\nSe guiden<https://kajen.example/guide> och Lo <lo@kajen.example>',
    folds: 'Från: Anna Berg <no-reply@nordnat.example>',
  },
  // Tables keep cells and rows apart; layout tables become paragraphs.
  'veeam-backup-report': {
    outcome: 'ticket',
    authentication: 'server',
    textHas:
      'Name | Status | Start time | End time | Size | Duration | Details\nsrv-dc01 | Success | 02:00:15 | 02:10:00 | 80 GB | 0:09:45\nsrv-sql01 | Failed | 02:10:01 | 02:41:00 | 900 GB | 0:30:59 | Error: Disk full',
    textBegins: 'Backup job: Servrar | Failed / 1 of 3 VMs processed\n\nden 3 november 2026 02:00:11\n\nSuccess | 2 |',
  },
  'acronis-backup-report': {
    outcome: 'ticket',
    authentication: 'server',
    text: 'Backup plan failed\n\nPlan name: Dagligen\nMachine: SRV-FIL01\nError code: 0x0001000B',
  },
  'zabbix-problem': {
    outcome: 'ticket',
    authentication: 'server',
    text: 'Problem started | at 03:12:44 on 2026.11.03\nHost | srv-fil01\nSeverity | High\nOperational data | Space used: 93.1 %',
  },
  'microsoft-365-digest': {
    outcome: 'ticket',
    authentication: 'server',
    text: 'Message center\n\nExchange Online: Retirement of Basic Auth\n\nMC501234 | 2026-11-01\n\nTeams: New meeting bar\n\nMC501299 | 2026-11-02',
  },
  'newsletter-preheader': {
    outcome: 'ticket',
    authentication: 'server',
    text: 'Höstens nyheter\n\nNya switchar i lager.\n\nLäs mer <https://butik.example/nytt>',
  },
  'newsletter-columns-of-no-size': {
    outcome: 'ticket',
    authentication: 'server',
    text: 'Kassan uppdateras på tisdag.\n\nLagret är stängt på fredag.',
  },
  'alarm-in-cells-without-colour': {
    outcome: 'ticket',
    authentication: 'server',
    text: 'LARM: disken full på srv01\n\nVolym 2\n\nBackupen stannade.\n\nKontrollera i dag.',
  },
  'web-form-as-table': {
    outcome: 'ticket',
    authentication: 'server',
    text: 'Ett nytt svar har kommit in.\n\nNamn | Pia Holm\nTelefon | 070-111 22 33\nFöretag\n\nMeddelande\n\nSkrivaren drar snett.\nDen står i receptionen.\nRing först.\nVi har öppet till fem.',
  },
  'gmail-table-of-spreadsheet': {
    outcome: 'ticket',
    authentication: 'server',
    text: 'Hej, här är listan:\n\nNamn | Dator | Skärm\nLo | – | 27 tum\nPia | L14',
  },
  'outlook-web-picture-as-data': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Så här ser det ut:\n\nHjälp.',
    files: ['bild 1.png'],
  },
  'invisible-text-beside-html': { outcome: 'ticket', authentication: 'server', text: 'Kassan startar inte.' },
  // Own text is no signature; the line of a program is one, also with an excuse that its owner added.
  'own-words-delivery-address': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Ja, leverera till:\n\nKajen AB\nHamngatan 1\n070-123 45 67',
    folds: '',
    earlier: ['Hej.\n\nMvh\nKajen AB\nHamngatan 1\n070-123 45 67'],
  },
  'own-words-about-a-program': {
    outcome: 'comment',
    authentication: 'server',
    textHas: 'Skickat från Outlook till er men det studsar',
    folds: '',
  },
  'own-words-below-two-dashes': {
    outcome: 'comment',
    authentication: 'server',
    textHas: 'Länk 2 https://kajen.example fungerar inte.',
    folds: '',
  },
  'iphone-signature-with-excuse': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Nu blinkar det rött igen.',
    folds: 'ursäkta stavfel',
  },
  'proton-signature': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Nu blinkar det rött igen.',
    folds: 'Proton Mail',
  },
  'spark-signature': {
    outcome: 'comment',
    authentication: 'server',
    text: 'Nu blinkar det rött igen.',
    folds: 'Sent from Spark',
  },
}
