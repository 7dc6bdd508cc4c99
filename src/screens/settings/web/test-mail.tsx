import Send from 'lucide-react/icons/send'
import { useMe } from '#features/auth/web/me.ts'
import { Button } from '#shared/ui/button.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { messageOf } from '#shared/web/forms.ts'
import { useSendTestMail } from './settings.api.ts'

/** Sends a test mail to the user's own address. */
export function TestMail() {
  const { email } = useMe()
  const { mutate, isPending } = useSendTestMail()
  const send = () =>
    mutate(undefined, {
      onSuccess: ({ isSent }) =>
        isSent
          ? showToast({
              title: 'Testmejl skickat',
              text: `E-postservern tog emot mejlet till ${email}.`,
              tone: 'success',
            })
          : showToast({
              title: 'Testmejl sparat',
              text: 'Ingen e-postserver är inställd: mejlet ligger i listan.',
              tone: 'info',
            }),
      onError: (error) => showToast({ title: 'Kunde inte skicka testmejl', text: messageOf(error), tone: 'error' }),
    })
  return (
    <Button icon={Send} onPress={send} isPending={isPending} pendingText="Skickar...">
      Skicka testmejl
    </Button>
  )
}
