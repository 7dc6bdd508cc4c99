import type { Ref } from 'react'
import { otherKinds, type TimeKind, USUAL_KIND, workKindLabel } from '#features/time/work-kinds.rules.ts'
import { CheckboxInput } from '#shared/ui/checkbox.tsx'

type Props = {
  value: TimeKind
  onChange: (kind: TimeKind) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  isDisabled?: boolean
}

/** A tick for each kind of work but the usual one, which is work without a tick. */
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
