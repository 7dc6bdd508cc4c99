// Whose product this is to the person who looks: the company's name, never the product's.
import { createContext, useContext } from 'react'
import { COMPANY_PLACEHOLDER } from '#lib/names.rules.ts'

const CompanyName = createContext<string | undefined>(undefined)

/** The name of the signed-in person's company; before the sign-in, that of the public site. */
export const CompanyNameProvider = CompanyName.Provider

/** The company's name: of the signed-in person, else of the document. The build has neither, and writes the placeholder. */
export const useCompanyName = (): string => useContext(CompanyName) ?? nameOfDocument()

const nameOfDocument = () =>
  typeof document === 'undefined' ? COMPANY_PLACEHOLDER : (document.documentElement.dataset.company ?? 'Stödpunkt')
