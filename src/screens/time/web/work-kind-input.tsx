import type { Ref } from 'react'
import { otherKinds, type TimeKind, USUAL_KIND, workKindLabel } from '#features/time/work-kinds.rules.ts'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'

type Props = {
  value: TimeKind
  onChange: (kind: TimeKind) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  isDisabled?: boolean
}

/** A checkbox for each kind of work except the usual one, which is used when none is checked. */
export const WorkKindInput = ({ value, onChange, ...rest }: Props) =>
  otherKinds.map((kind) => (
    <CheckboxInput
      key={kind}
      label={workKindLabel(kind)}
      value={value === kind}
      onChange={(isTicked) => onChange(isTicked ? kind : USUAL_KIND)}
      name="kind"
      {...rest}
    />
  ))
