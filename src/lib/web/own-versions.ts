import { useRef } from 'react'

type Versioned = { id: string; version: number }

/**
 * Follows a person's own changes, sent one after the other, so that one made on what the screen showed before the last is
 * not taken for a conflict. `of(row)` is the version to send, `follow(version, changed)` tells what came of it.
 */
export function useOwnVersions() {
  const followed = useRef(new Map<string, number>())
  const versionOf = ({ id, version }: Versioned): number => {
    const next = followed.current.get(`${id} ${version}`)
    return next === undefined ? version : versionOf({ id, version: next })
  }
  return {
    of: versionOf,
    follow: (version: number, changed: Versioned) => {
      if (changed.version !== version) followed.current.set(`${changed.id} ${version}`, changed.version)
    },
  }
}
