// Operations on one customer. Each pair of a list is run concurrently.
import { agreements } from '#features/billing/agreements.contract.ts'
import { charges } from '#features/billing/charges.contract.ts'
import { discounts } from '#features/billing/discounts.contract.ts'
import { prepaidHours } from '#features/billing/prepaid-hours.contract.ts'
import { aCharge } from '#features/billing/testing/charges.ts'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { customerImport } from '#features/customers/import.contract.ts'
import { logins } from '#features/customers/logins.contract.ts'
import { recipients } from '#features/customers/recipients.contract.ts'
import { equipment } from '#features/equipment/equipment.contract.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { recurring } from '#features/tickets/recurring.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { clocks } from '#features/time/clock.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { vault } from '#features/vault/vault.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { addDays } from '#shared/dates.rules.ts'
import type { Scene } from './company.ts'
import { addContact, listContacts } from './contact-operations.ts'
import {
  address,
  admin,
  colleague,
  enquiryRow,
  month,
  type Operation,
  ofCustomer,
  ofEnquiry,
  password,
  portalUser,
  row,
  span,
  technician,
  texts,
  timeRow,
} from './operation.ts'

export const editCustomer = technician(
  'edit the customer',
  (call, { id }) => call(customers.change, { params: { id }, body: { name: 'Nytt namn AB', version: 1 } }),
  { bumps: row('customers', ({ id }) => id), audits: 'changed customer' },
)
export const removeCustomer = admin('remove the customer', (call, { id }) => call(customers.remove, { params: { id } }))
const restoreCustomer = admin('restore the customer', (call, { id }) => call(customers.restore, { params: { id } }), {
  isUnlikely: true,
  audits: 'restored customer',
})
const invite = technician(
  'invite',
  (call, { id }) => call(logins.invite, { params: { id }, body: { email: address(), password } }),
  { adds: [ofCustomer('customer_users'), ofCustomer('contacts')], audits: 'invited login' },
)
const newTicket = technician(
  'new ticket',
  (call, { id }) => call(tickets.create, { body: { ...texts, customerId: id } }),
  { adds: [ofCustomer('tickets')] },
)
export const newTime = technician(
  'new time row',
  (call, { id }) => call(time.create, { body: { ...span, customerId: id } }),
  {
    adds: [ofCustomer('time_entries')],
    audits: 'created time_entry',
  },
)
const moveTime = technician(
  'move a time row to the customer',
  (call, { id, timeId }) =>
    call(time.change, { params: { id: timeId }, body: { ...span, customerId: id, version: 1 } }),
  { adds: [ofCustomer('time_entries')], bumps: timeRow, audits: 'changed time_entry' },
)
export const generate = technician(
  'generate a report',
  (call, { id }) => call(reports.generate, { body: { customerId: id, ...month } }),
  { adds: [ofCustomer('reports')] },
)
export const generateAll = technician('generate a report of all', (call) =>
  call(reports.generate, { body: { customerId: '', ...month } }),
)
const saveVault = (version: number) =>
  technician(
    'save technical information',
    (call, { id }) => call(vault.save, { params: { id }, body: { text: `Kod ${uuidv7()}`, version } }),
    { adds: [ofCustomer('customer_credentials')], audits: 'changed credentials' },
  )
const addEquipment = technician(
  'add equipment',
  (call, { id }) => call(equipment.create, { params: { id }, body: { name: 'Dator' } }),
  { adds: [ofCustomer('equipment')], audits: 'created equipment' },
)
const fillInBillingDetails = technician(
  'fill in billing details',
  (call, { id }) =>
    call(billingDetails.change, { params: { id }, body: { customerNumber: uuidv7().slice(-12), version: 0 } }),
  { adds: [ofCustomer('billing_details')], audits: 'changed billing_details' },
)
const addRecipient = technician(
  'add an invoice recipient',
  (call, { id }) => call(recipients.create, { params: { id }, body: { name: 'Ekonomi' } }),
  { adds: [ofCustomer('invoice_recipients')], audits: 'created invoice_recipient' },
)
const addRecurring = technician(
  'add a recurring ticket',
  (call, { id }) =>
    call(recurring.create, {
      params: { id },
      body: { title: 'Kontroll', description: 'Läs', every: 'month', firstOn: '2026-12-01' },
    }),
  { adds: [ofCustomer('recurring_tickets')], audits: 'created recurring_ticket' },
)
/** By a user without a clock. If the customer is deleted meanwhile, the clock remains, without a customer. */
const startClock = colleague('start a clock for the customer', (call, { id }) =>
  call(clocks.start, { body: { customerId: id } }),
)
let agreementsGiven = 0
/** Each on a different date, so that each adds a row. */
const giveAgreement = admin(
  'give an agreement',
  (call, { id }) =>
    call(agreements.setOfCustomer, {
      params: { id },
      body: { validFrom: addDays('2001-01-01', agreementsGiven++), termsId: null },
    }),
  { adds: [ofCustomer('agreements')], audits: 'changed agreement' },
)
let discountsGiven = 0
/** Each from a different date, so that each adds a row. */
export const giveDiscount = admin(
  'give a discount',
  (call, { id }) =>
    call(discounts.setOfCustomer, {
      params: { id },
      body: { validFrom: addDays('2001-01-01', discountsGiven++), basisPoints: 1000, amountOre: null },
    }),
  { adds: [ofCustomer('customer_discounts')], audits: 'changed customer_discount' },
)
export const buyHours = admin(
  'buy hours',
  (call, { id }) =>
    call(prepaidHours.create, {
      params: { id },
      body: { boughtOn: '2026-11-20', validUntil: null, minutes: 600, priceOre: 850_000 },
    }),
  { adds: [ofCustomer('prepaid_hours')], audits: 'created pot' },
)
export const addCharge = admin(
  'add a recurring charge',
  (call, { id }) => call(charges.create, { params: { id }, body: aCharge() }),
  { adds: [ofCustomer('charges')], audits: 'created charge' },
)
const newTravel = technician(
  'new travel',
  (call, { id }) =>
    call(expenses.create, {
      body: { customerId: id, workDate: '2026-11-20', kind: 'travel', article: 'Resa', hundredths: 100, unit: 'km' },
    }),
  { adds: [ofCustomer('expenses')], audits: 'created expense' },
)
const readVault = technician('read technical information', (call, { id }) =>
  call(vault.read, { params: { id }, body: {} }),
)
export const makeTicket = technician(
  'make a ticket of the enquiry',
  (call, { id, enquiryId }) =>
    call(enquiries.makeTicket, { params: { id: enquiryId }, body: { ...texts, customerId: id } }),
  { adds: [ofCustomer('tickets'), ofEnquiry('tickets')], bumps: enquiryRow, audits: 'made_ticket enquiry' },
)
const importSameName = technician(
  'import customers of that name',
  (call) => call(customerImport.create, { body: { rows: [{ name: 'Kund AB' }, { name: 'Ny kund AB' }] } }),
  { audits: 'imported customer' },
)
const login = ({ id, portalUser: { userId } }: Scene) => ({ id, userId })

export const customerOperations: Operation[] = [
  ...[editCustomer, removeCustomer, restoreCustomer, invite, newTicket, newTime, moveTime, generate, generateAll],
  ...[
    saveVault(0),
    readVault,
    startClock,
    addEquipment,
    fillInBillingDetails,
    addRecipient,
    addRecurring,
    giveAgreement,
    buyHours,
    addCharge,
    giveDiscount,
    newTravel,
    addContact,
    listContacts,
    makeTicket,
    importSameName,
  ],
  technician('look at the customer', (call, { id }) => call(customers.get, { params: { id } })),
  technician('list the logins', (call, { id }) => call(logins.list, { params: { id } })),
  technician('export the customers', (call) => call(customers.exportFile, { query: {} })),
]

export const referencedCustomerOperations: Operation[] = [
  ...[
    editCustomer,
    removeCustomer,
    restoreCustomer,
    invite,
    newTicket,
    newTime,
    generate,
    saveVault(1),
    readVault,
    startClock,
    addEquipment,
    fillInBillingDetails,
    addRecipient,
    addRecurring,
    giveAgreement,
    buyHours,
    addCharge,
    newTravel,
    addContact,
  ],
  technician('revoke the login', (call, scene) => call(logins.revoke, { params: login(scene) })),
  technician('reopen the login', (call, scene) => call(logins.reopen, { params: login(scene) })),
  technician('send a new link', (call, scene) => call(logins.newLink, { params: login(scene) })),
  admin('reset the login’s second factors', (call, scene) => call(logins.resetFactors, { params: login(scene) })),
  admin('set the login’s password', (call, scene) =>
    call(logins.setPassword, { params: login(scene), body: { password } }),
  ),
  technician(
    'restore technical information',
    (call, { id }) => call(vault.restore, { params: { id }, body: { version: 1, basedOn: 1 } }),
    { adds: [ofCustomer('customer_credentials')], audits: 'restored credentials' },
  ),
  portalUser('new ticket in the portal', (call) => call(portal.create, { body: texts }), {
    adds: [ofCustomer('tickets')],
  }),
  portalUser('comment in the portal', (call, { ticketId }) =>
    call(portal.comment, { params: { id: ticketId }, body: { comment: 'Hur går det?' } }),
  ),
  portalUser('list tickets in the portal', (call) => call(portal.list, { query: {} })),
]
