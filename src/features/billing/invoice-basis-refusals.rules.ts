// Why an act on an invoice basis is refused, in the words that people read.

export const INVOICE_BASIS_NOT_FOUND = 'Underlaget finns inte'
/** Of a page that was open. */
export const INVOICE_BASIS_GONE =
  'Underlaget finns inte längre. Någon har ersatt eller tagit bort utkastet. Det som gäller nu finns i månadens lista.'
export const NOTHING_TO_BILL = 'Det finns inget att fakturera i månaden'
export const INVOICE_BASIS_EXISTS = 'Det finns redan ett underlag för månaden. Läs in listan igen.'
export const INVOICE_BASIS_OUTDATED = 'Något har ändrats sedan underlaget gjordes. Skapa ett nytt underlag.'
export const QUESTION_NOT_FOUND = 'Frågan finns inte'
export const QUESTION_ANSWERED = 'En kollega har redan svarat på frågan. Läs in sidan igen.'
export const questionAfterApproval = (name: string) =>
  `Underlaget är redan godkänt av ${name}. Hör av dig till oss, eller ta tillbaka godkännandet och fråga igen.`
export const QUESTION_AFTER_BILLING = 'Underlaget är redan fakturerat. Hör av dig till oss om något är oklart.'
export const INVOICE_BASIS_REPLACED_SOON =
  'Något har ändrats sedan underlaget skickades. Du får ett nytt att godkänna, och kan fråga om det.'
export const QUESTION_TOO_LATE = 'Underlaget ändrades just nu. Läs in sidan igen.'
export const APPROVED_BY_CUSTOMER = 'Kunden godkände själv i portalen och kan ta tillbaka det där.'
export const INVOICE_BASIS_MOVED_ON = 'Underlaget har redan ändrats. Läs in det igen.'
export const INVOICE_BASIS_IS_APPROVED = 'Underlaget är redan godkänt.'
export const INVOICE_BASIS_NOT_TO_APPROVE = 'Underlaget kan inte godkännas längre. Läs in det igen.'
export const APPROVAL_HAS_ENDED = 'Godkännandet gäller inte längre.'
export const APPROVAL_NOT_TO_WITHDRAW = 'Godkännandet kan inte tas tillbaka längre. Läs in underlaget igen.'
export const INVOICE_BASIS_UNCHECKED = 'Något har ändrats och underlaget kontrolleras. Försök igen om en stund.'
export const NOTHING_TO_KEEP = 'Underlaget är inte längre godkänt med andra priser. Läs in det igen.'
export const NEEDS_APPROVAL = 'Kunden ska godkänna underlaget först'
export const NOBODY_GETS_IT = 'Ingen kund får det här'
const HOW_SOMEBODY_GETS_IT =
  'Bjud in någon som får godkänna, fyll i fakturaadressen under Fakturering, eller notera kundens godkännande.'
/** Where an act that sends mail elsewhere sends none. */
export const NO_MAIL_GOES = 'Inget mejl går iväg, för e-post är inte inställd.'
const HOW_SOMEBODY_GETS_IT_WITHOUT_MAIL =
  'Bjud in någon som får godkänna i portalen, eller notera kundens godkännande. En fakturaadress räcker först när e-posten är inställd under Inställningar.'
export const howSomebodyGetsIt = (isSendingMail: boolean): string =>
  isSendingMail ? HOW_SOMEBODY_GETS_IT : HOW_SOMEBODY_GETS_IT_WITHOUT_MAIL
export const nobodyGetsIt = (isSendingMail: boolean): string => `${NOBODY_GETS_IT}. ${howSomebodyGetsIt(isSendingMail)}`
export const MAIL_WAITS = 'Mejlet har inte gått iväg än'
export const MAIL_WAITS_SO = `${MAIL_WAITS}. Dröjer det: kontrollera e-posten under Inställningar, eller hör av dig till kunden och notera godkännandet.`
export const HAS_REACHED_ALL = 'Inget mejl om underlaget har kommit tillbaka. Läs in det igen.'
export const NOT_ALL_REPORTED =
  'Alla tidrader ska vara rapporterade först. Markera dem under Fakturaunderlag för månaden, eller i Månadsrapport.'
export const PERIOD_BILLED_ELSEWHERE = 'En av perioderna är fakturerad på ett annat underlag. Gör ett nytt underlag.'
