// How letters begin.
import { onOneLine } from './text.rules.ts'

const firstName = /^[\p{L}\p{M}][\p{L}\p{M}'’-]{1,39}$/u
const typedGreeting =
  /^\s*(?:hej(?:san)?(?! då)|hallå|tjena|god (?:morgon|förmiddag|dag|eftermiddag|kväll)|hello|hi)(?![\p{L}\p{N}-])/iu

/** 'Hej Anna,'; 'Hej,' to whoever has no name that begins with a word. Of 'Berg, Anna' it is Anna. */
export function greeting(name: string | null): string {
  const words = onOneLine(name ?? '').split(' ')
  const [first = '', second = ''] = words
  const called = /^\p{L}+,$/u.test(first) && words.length === 2 ? second : first
  return firstName.test(called) ? `Hej ${called},` : 'Hej,'
}

/** Whether a person's text greets by itself: the letter adds no second greeting. */
export const hasGreeting = (text: string): boolean => typedGreeting.test(text)
