/**
 * The jobs of the queue, and those that transactions have added and no process has moved to it, for the `from` of a query: in one
 * snapshot, as a process may move them meanwhile.
 */
export const queuedJobs = `(
  select job.id, task.identifier as task, payload, run_at, attempts, last_error
  from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
  union all
  select 1000000000000 + id, task, payload, run_at, 0, null from jobs.outbox) as j`

// In this order: a job that is being moved is in the queue when the first statement has waited for it.
export const deleteQueuedJobs = 'delete from jobs.outbox; delete from graphile_worker._private_jobs'
export const makeQueuedJobsDue =
  'update jobs.outbox set run_at = now(); update graphile_worker._private_jobs set run_at = now()'
