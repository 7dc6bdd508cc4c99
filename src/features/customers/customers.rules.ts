type CustomerPage =
  | ''
  | '/contacts'
  | '/tickets'
  | '/time'
  | '/equipment'
  | '/agreement'
  | '/billing'
  | '/documents'
  | '/credentials'
/** The address of a customer, or of one of its pages. */
export const customerPath = (id: string, page: CustomerPage = ''): string => `/backoffice/customers/${id}${page}`
