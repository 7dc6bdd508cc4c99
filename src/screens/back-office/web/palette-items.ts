// What the palette offers, from what the device has and from the server's hits.
import { RAISE_PRICES } from '#features/billing/web/raise-prices-path.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { isDone, statusLabels } from '#features/tickets/tickets.contract.ts'
import { type SettingsMenuItem, settingsMenu } from '#screens/settings/web/settings-menu.ts'
import { TO_DO_QUERY } from '#screens/ticket/web/shown-view.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { formatDate } from '#shared/ui/format.ts'
import { type PaletteAct, paletteActs } from '#shared/web/palette-acts.ts'
import { type RecentRow, readRecentRows } from '#shared/web/recent-rows.ts'
import type { PaletteHits } from '../palette.contract.ts'
import type { Offered, PaletteGroup, PaletteItem } from '../palette.rules.ts'
import { ACCOUNT, INBOX, menuItems, TICKETS } from './menu-items.ts'

const page = (target: string, label: string, detail = ''): PaletteItem => ({
  key: `page:${target} ${label}`,
  label,
  detail,
  target,
})

const pagesBeforeSettings = [
  ...menuItems.map(({ to, label }) => page(to, label)),
  page(`${TICKETS}?${TO_DO_QUERY}`, 'Att göra', 'Supportärenden'),
  page('/backoffice/time/week', 'Vecka', 'Tidrapport'),
  page('/backoffice/time/expenses', 'Resor och material', 'Tidrapport'),
  page('/backoffice/customers/import', 'Importera kunder'),
  page(ACCOUNT, 'Ditt konto'),
]

/** The pages that the person's menus have. */
export const pageItems = (isAdmin: boolean): PaletteItem[] => [
  ...pagesBeforeSettings,
  ...(isAdmin ? [page(RAISE_PRICES, 'Höj priser', 'Avtal')] : []),
  ...Object.values<SettingsMenuItem>(settingsMenu)
    .filter(({ forAdmins }) => isAdmin || !forAdmins)
    .map(({ path, label }) => page(path, label, 'Inställningar')),
]

export const recentItems = (userId: string): PaletteItem[] => readRecentRows(userId).map(recentItem)

const recentItem = ({ kind, id, label, detail }: RecentRow): PaletteItem => ({
  key: `${kind}:${id}`,
  label,
  detail,
  target: kind === 'ticket' ? `${TICKETS}/${id}` : customerPath(id),
})

/** The letters of the acts that come first, in order. */
const firstShortcuts = ['a', 'i', 't', 's', 'w', 'n']
const orderOf = ({ shortcut }: PaletteAct) =>
  shortcut === undefined ? firstShortcuts.length : firstShortcuts.indexOf(shortcut)

/** The acts of the open page. What an act does is looked up when it is chosen, as the page may have changed meanwhile. */
export const actItems = (): PaletteItem[] =>
  paletteActs()
    .sort((a, b) => orderOf(a) - orderOf(b))
    .map(({ label, shortcut, target }) => ({
      key: `act:${label}`,
      label,
      detail: '',
      ...(shortcut && { shortcut }),
      target: typeof target === 'string' ? target : () => run(label),
    }))

function run(label: string) {
  const act: PaletteAct | undefined = paletteActs().find((one) => one.label === label)
  if (typeof act?.target === 'function') act.target()
}

/** The hits as items; without hits none. */
export function hitItems(hits: PaletteHits | undefined): Pick<Offered, 'tickets' | 'others'> {
  if (!hits) return { tickets: [], others: [] }
  return {
    tickets: hits.tickets.map(ticketItem),
    others: [
      { title: 'Kunder', items: hits.customers.map(customerItem) },
      { title: 'Kontakter', items: hits.contacts.map(contactItem) },
      { title: 'Utrustning', items: hits.equipment.map(equipmentItem) },
      { title: 'Inkorg', items: hits.enquiries.map(enquiryItem) },
    ] satisfies PaletteGroup[],
  }
}

type Hit<Kind extends keyof PaletteHits> = PaletteHits[Kind][number]

const ticketItem = ({ id, ticketNumber, title, status, customerName }: Hit<'tickets'>): PaletteItem => ({
  key: `ticket:${id}`,
  label: `#${ticketNumber} ${title}`,
  detail: isDone(status) ? `${customerName} · ${statusLabels[status]}` : customerName,
  target: `${TICKETS}/${id}`,
})

const customerItem = ({ id, name, email }: Hit<'customers'>): PaletteItem => ({
  key: `customer:${id}`,
  label: name,
  detail: readableAddress(email ?? ''),
  target: customerPath(id),
})

const contactItem = ({ id, name, title, customerId, customerName }: Hit<'contacts'>): PaletteItem => ({
  key: `contact:${id}`,
  label: name,
  detail: joined(title, customerName),
  target: customerPath(customerId, '/contacts'),
})

const equipmentItem = ({ id, name, model, serial, customerId, customerName }: Hit<'equipment'>): PaletteItem => ({
  key: `equipment:${id}`,
  label: name,
  detail: joined(model, serial, customerName),
  target: `${customerPath(customerId, '/equipment')}?${new URLSearchParams({ search: serial ?? name })}`,
})

const enquiryItem = ({ id, number, name, createdAt }: Hit<'enquiries'>): PaletteItem => ({
  key: `enquiry:${id}`,
  label: name,
  detail: joined(number === null ? null : `#${number}`, formatDate(createdAt)),
  target: `${INBOX}/${id}`,
})

const joined = (...texts: (string | null)[]) => texts.filter(Boolean).join(' · ')
