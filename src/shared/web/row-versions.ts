import { useRef } from 'react'

type Versioned = { id: string; version: number }

/**
 * Tracks the versions that this screen's own changes produced, so that a change that is made before the previous response arrived
 * is not refused as a conflict. `currentOf(row)` is the version to send; `record(version, changed)` stores the version that the
 * change produced.
 */
export function useRowVersions() {
  const successors = useRef(new Map<string, number>())
  const currentOf = ({ id, version }: Versioned): number => {
    const next = successors.current.get(`${id} ${version}`)
    return next === undefined ? version : currentOf({ id, version: next })
  }
  return {
    currentOf,
    record: (version: number, changed: Versioned) => {
      if (changed.version !== version) successors.current.set(`${changed.id} ${version}`, changed.version)
    },
  }
}
