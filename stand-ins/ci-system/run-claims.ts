import type { Run } from './run-store.ts'

const baseBranch = 'main'

/** The claims of a run, as GitHub Actions sets them for a job of a workflow in `.github/workflows`. */
export function claimsOf(run: Run): Record<string, string> {
  const { repository, branch, event, environment, workflow } = run.input
  const [owner = ''] = repository.split('/', 1)
  const isPullRequest = event === 'pull_request'
  const ref = isPullRequest ? `refs/pull/${run.number}/merge` : `refs/heads/${branch}`
  const file = `${repository}/.github/workflows/${workflow}.yml@${ref}`
  const context = environment ? `environment:${environment}` : isPullRequest ? 'pull_request' : `ref:${ref}`
  return {
    sub: `repo:${repository}:${context}`,
    ref,
    ref_type: 'branch',
    ref_protected: String(branch === baseBranch && !isPullRequest),
    sha: run.sha,
    workflow_sha: run.sha,
    job_workflow_sha: run.sha,
    repository,
    repository_id: String(run.repositoryId),
    repository_owner: owner,
    repository_owner_id: String(run.ownerId),
    repository_visibility: 'private',
    run_id: String(run.id),
    run_number: String(run.number),
    run_attempt: '1',
    actor: 'local-user',
    actor_id: '1',
    workflow,
    workflow_ref: file,
    job_workflow_ref: file,
    head_ref: isPullRequest ? branch : '',
    base_ref: isPullRequest ? baseBranch : '',
    event_name: event,
    ...(environment ? { environment } : {}),
    runner_environment: 'github-hosted',
  }
}
