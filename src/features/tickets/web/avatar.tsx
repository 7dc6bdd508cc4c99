const initialsOf = (name: string) => {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return chosen.map((word = '') => String.fromCodePoint(word.codePointAt(0) ?? 0).toLocaleUpperCase('sv')).join('')
}

const tones = {
  staff: 'bg-primary-soft text-primary-strong',
  customer: 'bg-primary text-on-primary',
  internal: 'bg-surface text-accent-ink',
}

/** A person's initials, shown beside the name. */
export const Avatar = ({ name, tone = 'staff' }: { name: string; tone?: keyof typeof tones }) => (
  <span
    aria-hidden="true"
    className={`print:hidden grid size-8 shrink-0 place-items-center rounded-full text-xs font-semibold forced-colors:border ${tones[tone]}`}
  >
    {initialsOf(name)}
  </span>
)
