// The page of Inställningar, loaded when it is opened.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const CannedAnswersPage = lazyPart(() =>
  import('./canned-answers-settings.tsx').then((m) => m.CannedAnswersPage),
)
