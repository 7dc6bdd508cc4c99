// Which values a setting may have. A message says what is expected; setting-problems.ts adds an example.
import { isIP } from 'node:net'
import pg from 'pg'
import { z } from 'zod'

export const integer = (from: number, to: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to, {
      error: `ska vara ett heltal från ${from} till ${to}`,
    })
    .transform(Number)

/** A URL that begins with one of these. */
export const url = (...beginnings: string[]) =>
  z
    .string()
    .refine((text) => beginnings.some((beginning) => text.toLowerCase().startsWith(beginning)), {
      error: `ska börja med ${beginnings.join(' eller ')}`,
      abort: true,
    })
    .refine((text) => URL.canParse(text) && !/\s/.test(text) && new URL(text).port !== '0', {
      error: 'ska ha en server, och en port från 1 till 65535 om någon anges, utan mellanslag',
      abort: true,
    })

/** A path on this machine, in which ~ and variables are not expanded; not a URL. */
export const isPath = (text: string) => !/^[~$]|^[^/\\]{2,}:\//.test(text)

/** An address or a name to listen on, without a port. */
export const isListeningHost = (text: string) => isIP(text) !== 0 || isHostName(text)

const isHostName = (name: string) => /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u.test(name)

/** Whether a URL names a server, by name or by address (IPv6 in brackets). */
function hasServer({ hostname }: URL): boolean {
  const name = decoded(hostname)
  return name !== undefined && (/^\[.+\]$/.test(name) || isHostName(name))
}

/** A URL to which paths are appended. */
export const isOrigin = (text: string) => {
  const address = new URL(text)
  const { pathname, search, hash, username, password } = address
  return (
    // Browsers also read https:///firma.se and https:\\firma.se.
    /^https?:\/\/[^/\\]+\/*$/i.test(text) &&
    hasServer(address) &&
    /^\/*$/.test(pathname) &&
    `${search}${hash}${username}${password}` === '' &&
    !/[?#]/.test(text)
  )
}

/** A mail server, whose user and password can be decoded and do not run into what follows them. */
export const isServer = (text: string) => {
  const address = new URL(text)
  const { username, password, pathname, search } = address
  const areReadable = decoded(username) !== undefined && decoded(password) !== undefined
  return hasServer(address) && areReadable && /^\/?$/.test(pathname) && !text.includes('#') && !search.includes('@')
}

/** clamd at `tcp://host:port` or `unix:///path`. */
export const isClamd = (text: string) => {
  const address = new URL(text)
  const { protocol, hostname, port, pathname, search, hash } = address
  if (`${search}${hash}` !== '') return false
  if (protocol === 'unix:') return hostname === '' && pathname.length > 1 && decoded(pathname) !== undefined
  return hasServer(address) && port !== '' && /^\/?$/.test(pathname)
}

/**
 * A database URL that our client can parse: the files that it names exist, and no part of a password is taken for a
 * path.
 */
export function isDatabase(text: string): boolean {
  const { pathname, search, hash } = new URL(text)
  if (`${pathname}${search}`.includes('@') || hash !== '') return false
  try {
    new pg.Client(text)
    return true
  } catch {
    return false
  }
}

/**
 * `support@firma.se` or `Firma <support@firma.se>`; only ASCII letters before the @; the domain may have a single
 * label, like localhost.
 */
export function isSender(text: string): boolean {
  const [, named, bare] = /^(?:[^<>\r\n]*<([^<>\s]+)>|([^<>\s]+))$/.exec(text.trim()) ?? []
  const address = named ?? bare ?? ''
  return /^(?=[!-~]+@)[^\s@,;:"()[\]\\]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(address)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
