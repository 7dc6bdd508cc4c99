import { Fragment } from 'react'
import type { Control, FieldPath } from 'react-hook-form'
import { TextField } from '#shared/ui/text-field.tsx'
import { answerFields, isTypedInMinutes, solveFields, type TargetField, targetLabels } from '../target-fields.rules.ts'

type TargetPriority = keyof typeof answerFields

type Props<Values extends Record<TargetField, string>, Out> = {
  control: Control<Values, unknown, Out>
  /** Whether every first answer must have a target. */
  isRequired?: boolean
}

/** The targets of a company or of terms, each priority's first answer and solution side by side. */
export function TargetFields<Values extends Record<TargetField, string>, Out>({
  control,
  isRequired = false,
}: Props<Values, Out>) {
  const field = (name: TargetField, isRequired: boolean) => (
    <TextField
      control={control}
      name={name as FieldPath<Values>}
      label={targetLabels[name]}
      isRequired={isRequired}
      inputMode={isTypedInMinutes(name) ? 'numeric' : 'decimal'}
      autoComplete="off"
    />
  )
  return (Object.keys(answerFields) as TargetPriority[]).map((priority) => (
    <Fragment key={priority}>
      {field(answerFields[priority], isRequired)}
      {field(solveFields[priority], false)}
    </Fragment>
  ))
}
