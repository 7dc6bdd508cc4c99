import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'

type Props<Values extends FieldValues, Out> = { control: Control<Values, unknown, Out> }

/** Why the last submission failed, when no field is at fault (`form.setError('root', …)`); shown until the next submission. */
export function FormFailure<Values extends FieldValues, Out>({ control }: Props<Values, Out>) {
  const { errors } = useFormState({ control })
  return (
    errors.root?.message && (
      <p role="alert" className="flex gap-1.5 rounded-sm bg-danger-soft px-3 py-2 text-danger-ink">
        <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
        <span>{errors.root.message}</span>
      </p>
    )
  )
}
