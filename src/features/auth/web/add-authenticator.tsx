import { zodResolver } from '@hookform/resolvers/zod'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#shared/ui/button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { copyText } from '#shared/ui/copy-text.ts'
import { Form } from '#shared/ui/form.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { groupsOf } from '../code.rules.ts'
import { CodeField } from './code-field.tsx'
import { addAuthenticator, listFactors, type NewAuthenticator, verifyCode } from './factor-client.ts'
import { Code, showRefusal } from './factor-forms.ts'
import { FactorNameField, useFactorName } from './factor-name.tsx'

type EndProps = { label: string; isPending: boolean; pendingText: string }
export type AddAuthenticatorProps = {
  /** The name of the app in the list of factors. */
  name: string
  /** Whether the person chooses another name first. */
  isNamed?: boolean
  /** The end of each form. */
  end: (props: EndProps) => ReactNode
  /** Called before a code is verified, and when that has failed. */
  onVerifying?: (isVerifying: boolean) => void
  onAdded: () => void
}

/** Adds an authenticator app: shows its secret as a picture and as text, until a code proves that the app has it. */
export function AddAuthenticator({ name, isNamed = false, end, ...callbacks }: AddAuthenticatorProps) {
  const [added, setAdded] = useState<NewAuthenticator>()
  if (added) return <Verify app={added} end={end} {...callbacks} />
  return <Start name={name} isNamed={isNamed} end={end} onStarted={setAdded} />
}

type StartProps = Pick<AddAuthenticatorProps, 'name' | 'isNamed' | 'end'> & {
  onStarted: (app: NewAuthenticator) => void
}

function Start({ name, isNamed, end, onStarted }: StartProps) {
  const { form, submit } = useFactorName({
    name,
    failed: 'Kunde inte lägga till appen',
    save: async (chosen) => onStarted(await addAuthenticator(chosen)),
  })
  return (
    <Form form={form} onSubmit={submit} label="Lägg till autentiseringsapp">
      <p className="text-ink-soft">
        Du behöver en autentiseringsapp i telefonen, till exempel Microsoft Authenticator, Google Authenticator eller
        2FAS. Installera den först om du inte redan har en.
      </p>
      {isNamed && <FactorNameField control={form.control} />}
      <FormFailure control={form.control} />
      {end({ label: 'Fortsätt', isPending: form.formState.isSubmitting, pendingText: 'Förbereder...' })}
    </Form>
  )
}

const VerifyValues = z.object({ code: Code })

type VerifyProps = Pick<AddAuthenticatorProps, 'end' | 'onVerifying' | 'onAdded'> & { app: NewAuthenticator }

function Verify({ app, end, onVerifying, onAdded }: VerifyProps) {
  const form = useForm({ resolver: zodResolver(VerifyValues), defaultValues: { code: '' } })
  const submit = async ({ code }: z.output<typeof VerifyValues>) => {
    onVerifying?.(true)
    try {
      await verify(app.id, code)
    } catch (error) {
      onVerifying?.(false)
      return showRefusal(form, 'code', error)
    }
    onAdded()
  }
  return (
    <Form form={form} onSubmit={submit} label="Lägg till autentiseringsapp">
      <Secret app={app} />
      <CodeField control={form.control} name="code" hint="Appen visar sex siffror när den har läst koden." />
      <FormFailure control={form.control} />
      {end({ label: 'Bekräfta', isPending: form.formState.isSubmitting, pendingText: 'Bekräftar...' })}
    </Form>
  )
}

/** A code is accepted once, so the app may have been added by an attempt whose response was lost. */
async function verify(id: string, code: string) {
  try {
    await verifyCode(id, code)
  } catch (error) {
    const factors = await listFactors().catch(() => undefined)
    if (!factors?.totp.some((factor) => factor.id === id)) throw error
  }
}

const Secret = ({ app: { qrCode, secret, uri } }: { app: NewAuthenticator }) => (
  <>
    <p className="text-ink-soft">Skanna koden med appen, och skriv sedan de sex siffror som den visar.</p>
    <img src={qrCode} alt="QR-kod som autentiseringsappen läser" className="size-48 self-center rounded-md" />
    <a href={uri} className={`pointer-fine:hidden ${buttonClass({ variant: 'secondary', size: 'md', isFull: true })}`}>
      Öppna i appen på den här telefonen
    </a>
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-56">
        Kan du inte skanna? Skriv nyckeln i appen:
        <code className="block select-all font-mono text-ink">{groupsOf(secret)}</code>
      </p>
      <Button icon={Copy} onPress={() => void copyText(secret, COPIED)}>
        Kopiera
      </Button>
    </div>
  </>
)

const COPIED = { copied: 'Nyckeln är kopierad', failed: 'Markera nyckeln och kopiera den själv.' }
