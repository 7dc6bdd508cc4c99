// The parts that the groups of company facts share.
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import type { CompanyFactsForm } from '../company.contract.ts'

export type FactsValues = z.input<typeof CompanyFactsForm>
export type FactsControl = Control<FactsValues, unknown, z.output<typeof CompanyFactsForm>>

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-line border-t pt-4">
      <legend className="float-left mb-3 w-full font-semibold">{title}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

export const Wide = ({ children }: { children: ReactNode }) => <div className="sm:col-span-2">{children}</div>
