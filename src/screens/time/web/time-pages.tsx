import { PageMenu } from '#shared/ui/page-menu.tsx'

const pages = [
  { path: '/backoffice/time', label: 'Tidrader' },
  { path: '/backoffice/time/week', label: 'Vecka' },
  { path: '/backoffice/time/expenses', label: 'Resor och material' },
]

/** The menu of the pages of Tidrapport. */
export const TimePages = () => <PageMenu label="Tidrapport" items={pages} />
