import fc from 'fast-check'
import { ContactForm, FORM_TOKEN, HONEYPOT, SupportForm } from '#features/inbox/forms.contract.ts'
import { encode, fewHeaders, type GeneratedRequest, networks } from './request-parts.ts'
import { weirdBodies, weirdTexts, weirdValues } from './values.ts'

/** The two public forms, in the encoding of browsers and in others. */
export function formPosts(): fc.Arbitrary<GeneratedRequest> {
  const names = ['/kontakt', '/support'] as const
  const fieldNames = { '/kontakt': Object.keys(ContactForm.shape), '/support': Object.keys(SupportForm.shape) }
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('Anna Berg', 'anna@example.se', '0701234567', 'on', 'Inget nät.') },
    { weight: 2, arbitrary: weirdTexts },
  )
  return fc.constantFrom(...names).chain((path) =>
    fc
      .record({
        fields: fc.array(
          fc.tuple(
            fc.oneof(
              { weight: 12, arbitrary: fc.constantFrom(...fieldNames[path], FORM_TOKEN) },
              { weight: 1, arbitrary: fc.constant(HONEYPOT) },
              { weight: 1, arbitrary: weirdTexts },
            ),
            value,
          ),
          { maxLength: 8 },
        ),
        sender: fc.record({
          name: fc.constant('Anna Berg'),
          email: fc.nat(9_999).map((n) => `anna${n}@example.se`),
          message: value,
          issue: value,
        }),
        isComplete: fc.boolean(),
        replacement: fc.oneof(
          { weight: 7, arbitrary: fc.constant(null) },
          {
            weight: 1,
            arbitrary: fc.oneof(
              weirdBodies,
              weirdValues.map((any) => String(JSON.stringify(any))),
            ),
          },
        ),
        accept: fc.constantFrom('application/json', 'text/html'),
        headers: fewHeaders,
        network: networks,
      })
      .map(({ fields, sender, isComplete, replacement, accept, headers, network }): GeneratedRequest => {
        const pairs = isComplete ? Object.entries(sender).filter(([name]) => fieldNames[path].includes(name)) : fields
        const text = pairs.map(([name, one]) => `${encode(name)}=${encode(one)}`).join('&')
        return {
          actor: 'nobody' as const,
          method: 'POST',
          url: path,
          network,
          body: replacement ?? text,
          headers: [['content-type', 'application/x-www-form-urlencoded'], ['accept', accept], ...headers],
        }
      }),
  )
}
