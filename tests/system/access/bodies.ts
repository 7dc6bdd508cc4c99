import { aCharge } from '#features/billing/testing/charges.ts'
// The request bodies of the access suite.
import { aTerms } from '#features/billing/testing/terms.ts'
import { DEFAULT_ANSWER_MINUTES } from '#features/company/target-fields.rules.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'

export const aPassword = { password: 'gröna lyktor vid kajen' }
export const aSpan = { workDate: '2026-11-20', timeFrom: '10:00', timeTo: '11:00' }
export const aTrip = {
  workDate: '2026-11-20',
  kind: 'travel',
  article: 'Resa',
  hundredths: 1200,
  unit: 'km',
  priceOre: 2500,
}
export const aVisit = { date: addDays(todayInStockholm(), 7), timeFrom: '09:00', timeTo: '11:00' }
export const aTicket = { title: 'WiFi nere', description: 'Inget nät i huset' }
/** None of anybody's. */
export const someTickets = { tickets: [{ id: '0190d0c0-0000-7000-8000-000000000000', version: 1 }] }
export const aLogin = { email: 'kim.ny@example.se', ...aPassword }
export const aUser = { ...aLogin, fullName: 'Kim Ny', role: 'technician' }
export const someFacts = {
  founded: 2017,
  opens: '08:00',
  closes: '17:00',
  eves: 'closed',
  halfDays: 'open',
  halfDayCloses: '12:00',
  ...DEFAULT_ANSWER_MINUTES,
  fTax: false,
}
export const someTerms = aTerms({
  name: 'Timpris',
  remoteOre: 95_000,
  onsiteOre: 110_000,
  afterHoursOre: 190_000,
  smallestMinutes: 30,
})
export const someRecurring = { title: 'Kontroll', description: 'Läs', every: 'month', firstOn: '2026-12-01' }
export const someCharge = aCharge()
export const someChargeTexts = {
  text: 'Office',
  unit: 'st',
  bindingUntil: null,
  noticeMonths: 0,
  orderNumber: null,
  note: null,
}
export const someFreeLine = {
  text: 'Hyra',
  hundredths: 100,
  unit: 'st',
  priceOre: -10_000,
  vatClass: 'standard' as const,
  vatReason: null,
}
export const aReport = { customerId: '', from: '2026-11-01', to: '2026-11-30' }
export const aMailServer = {
  host: '127.0.0.1',
  port: 1,
  tls: 'none',
  login: 'support',
  secret: 'x',
  fromAddress: 'ny@nordnat.example',
}
export const aMailbox = {
  address: 'ny@nordnat.example',
  host: '127.0.0.1',
  port: 1,
  tls: 'none',
  login: 'support',
  secret: 'x',
}
