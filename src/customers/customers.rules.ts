/** The address of a customer, or of one of its pages. */
export const customerPath = (
  id: string,
  page: '' | '/tickets' | '/time' | '/equipment' | '/credentials' = '',
): string => `/backoffice/customers/${id}${page}`
