// The company's name and logo, which the user sees instead of the product's.
import { createContext, useContext } from 'react'
import type { Logo } from '../logo.rules.ts'
import { COMPANY_PLACEHOLDER } from '../names.rules.ts'

/** `icon` is the URL of a square picture of 64 pixels, if there is one. */
type Company = { name: string; logo?: Logo | undefined; icon?: string | undefined }

const CompanyContext = createContext<Company | undefined>(undefined)

/** The signed-in person's company; before the sign-in, that of the public site. */
export const CompanyProvider = CompanyContext.Provider

/** The company of the signed-in person, else of the document. In the build there is neither: it writes placeholders. */
export const useCompany = (): Company => useContext(CompanyContext) ?? companyOfDocument()
export const useCompanyName = (): string => useCompany().name

function companyOfDocument(): Company {
  if (typeof document === 'undefined') return { name: COMPANY_PLACEHOLDER }
  const { company: name = 'Stödpunkt', logo, icon } = document.documentElement.dataset
  const [url, width, height] = logo?.split(' ') ?? []
  return { name, icon, logo: url ? { url, width: Number(width), height: Number(height) } : undefined }
}
