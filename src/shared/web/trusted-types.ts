type Factory = { createPolicy(name: 'default', rules: { createHTML(html: string): string | null }): unknown }

/**
 * Lets a library empty an element with `innerHTML = ''`, as React Aria's announcer does. Every other text that would become
 * HTML or a script is refused by the content security policy.
 */
export function allowEmptyHtml() {
  const { trustedTypes } = window as { trustedTypes?: Factory }
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })
}
