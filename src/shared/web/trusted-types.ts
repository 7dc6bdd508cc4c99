type Factory = { createPolicy(name: 'default', rules: { createHTML(html: string): string | null }): unknown }

/**
 * Lets a library empty an element with `innerHTML = ''`, as React Aria's announcer does. The content security policy refuses all
 * other text as HTML or script.
 */
export function allowEmptyHtml() {
  const { trustedTypes } = window as { trustedTypes?: Factory }
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })
}
