import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { AttachedFile } from '../files.contract.ts'

const states = {
  checking: { icon: LoaderCircle, tone: 'text-ink-soft', text: () => 'Kontrolleras för skadlig kod' },
  unchecked: {
    icon: CircleHelp,
    tone: 'text-ink-soft',
    text: () => 'Kunde inte kontrolleras, så den går inte att öppna',
  },
  infected: {
    icon: CircleAlert,
    tone: 'text-danger-ink',
    text: (finding: string | null) => `Innehöll skadlig kod (${finding}) och är borttagen`,
  },
}

/** Why a file cannot be opened. */
export function CheckedState({ file: { state, finding } }: { file: Pick<AttachedFile, 'state' | 'finding'> }) {
  if (state === 'ready') return null
  const { icon: Icon, tone, text } = states[state]
  return (
    <span className={`flex items-start gap-1 text-xs ${tone}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text(finding)}</span>
    </span>
  )
}
