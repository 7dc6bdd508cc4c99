// The orders of Inkorg: newest first, or when the answers are due.

export const enquirySorts = ['created', 'due'] as const
export type EnquirySort = (typeof enquirySorts)[number]

export const DEFAULT_SORT = 'created' satisfies EnquirySort

type Chosen = { tab: string; search?: string | undefined; sort?: EnquirySort | undefined }

/** Only what is open is due; search results have the order of search_enquiries() in the database. */
export const isSortable = ({ tab, search }: Omit<Chosen, 'sort'>): boolean => tab === 'open' && !search

/** The order of a list: the chosen one where there is a choice, else the default. */
export const sortOf = ({ sort = DEFAULT_SORT, ...list }: Chosen): EnquirySort =>
  isSortable(list) ? sort : DEFAULT_SORT
