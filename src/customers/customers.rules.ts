/** The address of a customer, or of one of its pages. */
export const customerPath = (id: string, page: '' | '/contacts' | '/tickets' | '/time' | '/credentials' = ''): string =>
  `/backoffice/customers/${id}${page}`
