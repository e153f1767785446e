import type { DemoClock } from './demo-clock.ts'
import type { DemoServiceAccount } from './demo-workspace.ts'

/** No repository has these ids, so that no real pipeline gets into a demo workspace. */
const pinned = { repository_id: '0', repository_owner_id: '0', ref: 'refs/heads/main' }

/** A service account that a pipeline uses every day, and one that nothing has used for months. */
export function demoServiceAccounts(clock: DemoClock): DemoServiceAccount[] {
  const run = { ...pinned, repository: 'northwind/infra', event_name: 'push', workflow: 'deploy' }
  const pullRequest = { ...run, ref: 'refs/pull/412/merge', event_name: 'pull_request' }
  return [
    {
      name: 'backup-bot',
      description: 'Exported the configuration every night until the move to snapshots',
      by: 'mara',
      createdAt: clock.daysAgo(214, '15:31'),
      trustRules: [
        {
          name: 'nightly export',
          issuer: 'https://gitlab.com',
          claims: { project_id: '0', ref: 'main' },
          by: 'mara',
          createdAt: clock.daysAgo(214, '15:36'),
          lastUsedAt: clock.daysAgo(118, '02:30'),
        },
      ],
    },
    {
      name: 'deploy-bot',
      description: 'Applies approved change sets from the release pipeline',
      by: 'owner',
      createdAt: clock.daysAgo(61, '10:12'),
      trustRules: [
        {
          name: 'main',
          issuer: 'https://token.actions.githubusercontent.com',
          claims: pinned,
          by: 'owner',
          createdAt: clock.daysAgo(40, '11:02'),
          lastUsedAt: clock.minutesAgo(47),
          exchanges: [
            { at: clock.minutesAgo(47), ipAddress: '203.0.113.41', claims: run },
            {
              at: clock.minutesAgo(205),
              ipAddress: '203.0.113.44',
              claims: pullRequest,
              problems: [{ claim: 'ref', expected: pinned.ref, received: pullRequest.ref }],
            },
            { at: clock.daysAgo(1, '16:48'), ipAddress: '203.0.113.40', claims: run },
          ],
        },
      ],
    },
  ]
}
