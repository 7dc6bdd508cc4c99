// The page of Inställningar, loaded when it is opened.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const AgreementSettingsPage = lazyPart(() =>
  import('./agreement-settings.tsx').then((m) => m.AgreementSettingsPage),
)
