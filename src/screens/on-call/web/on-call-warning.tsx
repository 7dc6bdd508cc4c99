import { useIsAdmin } from '#features/auth/web/me.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { OnCallGaps } from './on-call-gaps.tsx'
import { ON_CALL_PAGE } from './on-call-path.ts'
import { useOnCall } from './use-on-call.ts'

/** On the Dashboard: days ahead without anybody, which administrators fill. */
export function OnCallWarning() {
  const isAdmin = useIsAdmin()
  const gaps = useOnCall()?.gaps ?? []
  if (!isAdmin || gaps.length === 0) return null
  return <OnCallGaps gaps={gaps} action={<LinkButton to={ON_CALL_PAGE}>Till Jour</LinkButton>} />
}
