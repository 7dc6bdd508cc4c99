// What the text of a setting may be.
import { z } from 'zod'

export const integer = (from: number, to: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to, {
      error: `ska vara ett heltal från ${from} till ${to}`,
    })
    .transform(Number)

/** Spaces around it are taken off; within it there is none. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .trim()
    .refine((text) => protocols.some((protocol) => text.toLowerCase().startsWith(protocol)), {
      error: `ska börja med ${protocols.join('// eller ')}//`,
      abort: true,
    })
    .refine((text) => URL.canParse(text) && !/\s/.test(text), {
      error: 'ska ha en server, och en port från 1 till 65535 om någon anges, utan mellanslag',
      abort: true,
    })

/** An address that paths are appended to. */
export const isOrigin = (text: string) => {
  const { pathname, search, hash, username, password, hostname } = new URL(text)
  return (
    !hostname.includes('*') &&
    /^\/*$/.test(pathname) &&
    `${search}${hash}${username}${password}` === '' &&
    !/[?#]/.test(text)
  )
}

/** A server with a name, and a user and password that can be read. */
export const isServer = (text: string) => {
  const { hostname, username, password } = new URL(text)
  return hostname !== '' && isDecodable(username) && isDecodable(password)
}

/** clamd at `tcp://host:port` or `unix:///path`. */
export const isClamd = (text: string) => {
  const { protocol, hostname, port, pathname } = new URL(text)
  return protocol === 'unix:' ? hostname === '' && pathname.length > 1 : hostname !== '' && port !== ''
}

/** `support@firma.se` or `Firma <support@firma.se>`; no letter but a to z before the @; the domain may have one part, as localhost has. */
export function isSender(text: string): boolean {
  const [, named, bare] = /^(?:[^<>\r\n]*<([^<>\s]+)>|([^<>\s]+))$/.exec(text.trim()) ?? []
  const address = named ?? bare ?? ''
  return /^(?=[!-~]+@)[^\s@,;:"()[\]\\]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(address)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
