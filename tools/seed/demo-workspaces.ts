import type { DemoClock } from './demo-clock.ts'
import { production } from './demo-production.ts'
import { type DemoWorkspace, demoWorkspaceId } from './demo-workspace.ts'

export interface InstanceAddresses {
  managedUrl: string
  localUrl: string
}

/** All demo workspaces with their activity. */
export function demoWorkspaces(clock: DemoClock, { managedUrl, localUrl }: InstanceAddresses) {
  const managed = { instanceUrl: managedUrl, instanceEnvType: 'SI' } as const
  const local = { instanceUrl: localUrl, instanceEnvType: 'LOCAL' } as const
  const remote = (instanceUrl: string) => ({ instanceUrl, instanceEnvType: 'PRIVATE' }) as const
  const workspaces: DemoWorkspace[] = [
    production(clock, managed),
    staging(clock, remote('https://platform.example.com')),
    {
      ...local,
      id: demoWorkspaceId('DEV'),
      displayName: 'Local dev',
      description: 'Runs on my laptop. Safe to break.',
      owner: 'owner',
      createdAt: clock.daysAgo(402, '16:45'),
      lastOpenedAt: clock.minutesAgo(52),
      tokens: [
        {
          name: 'VS Code extension',
          by: 'owner',
          createdAt: clock.daysAgo(18, '10:02'),
          expiresAt: clock.inDays(72),
          lastUsed: { at: clock.minutesAgo(48), ipAddress: '127.0.0.1' },
        },
      ],
    },
    {
      ...managed,
      id: demoWorkspaceId('DAT'),
      displayName: 'Data platform',
      description: 'Warehouses, streaming and the nightly batch.',
      owner: 'owner',
      isFavourite: true,
      createdAt: clock.daysAgo(66, '09:10'),
      lastOpenedAt: clock.daysAgo(2, '15:12'),
      members: [
        {
          person: 'priya',
          role: 'APPROVER',
          invitedAt: clock.daysAgo(40, '09:05'),
          joinedAt: clock.daysAgo(40, '10:47'),
          lastOpenedAt: clock.minutesAgo(95),
        },
      ],
      invitations: [
        {
          email: 'collaborator@example.com',
          role: 'EDITOR',
          invitedBy: 'priya',
          sentAt: clock.daysAgo(1, '13:22'),
        },
      ],
      tokens: [
        {
          name: 'dbt Cloud',
          by: 'priya',
          createdAt: clock.daysAgo(39, '11:30'),
          expiresAt: clock.inDays(51),
          lastUsed: { at: clock.minutesAgo(310), ipAddress: '198.51.100.52' },
        },
      ],
    },
    {
      ...remote('https://poc.platform.example.com'),
      id: demoWorkspaceId('PXC'),
      displayName: 'Proof of concept 2024',
      owner: 'owner',
      isHidden: true,
      createdAt: clock.daysAgo(380, '14:00'),
      lastOpenedAt: clock.daysAgo(190, '11:26'),
    },
    {
      ...managed,
      id: demoWorkspaceId('EDG'),
      displayName: 'Edge network',
      description: 'Points of presence and their DNS.',
      owner: 'jonah',
      isApprovalsEnabled: true,
      createdAt: clock.daysAgo(204, '18:10'),
      lastOpenedAt: clock.daysAgo(3, '18:08'),
      members: [
        {
          person: 'owner',
          role: 'EDITOR',
          invitedAt: clock.daysAgo(118, '17:20'),
          joinedAt: clock.daysAgo(117, '08:03'),
          lastOpenedAt: clock.daysAgo(6, '10:40'),
        },
        {
          person: 'collaborator',
          role: 'EDITOR',
          invitedAt: clock.daysAgo(20, '16:02'),
          joinedAt: clock.daysAgo(19, '09:14'),
          lastOpenedAt: clock.daysAgo(4, '13:51'),
          isFavourite: true,
        },
      ],
      tokens: [
        {
          name: 'DNS health checks',
          by: 'jonah',
          createdAt: clock.daysAgo(80, '12:12'),
          expiresAt: clock.inDays(100),
          lastUsed: { at: clock.minutesAgo(7), ipAddress: '198.51.100.30' },
        },
      ],
    },
    {
      ...remote('https://drills.example.com'),
      id: demoWorkspaceId('DRX'),
      displayName: 'Incident drills',
      owner: 'mara',
      createdAt: clock.daysAgo(150, '09:00'),
      lastOpenedAt: clock.daysAgo(9, '09:31'),
      members: [
        {
          person: 'owner',
          role: 'APPROVER',
          invitedAt: clock.daysAgo(149, '09:10'),
          joinedAt: clock.daysAgo(149, '11:32'),
          lastOpenedAt: clock.daysAgo(9, '09:36'),
        },
      ],
    },
    {
      ...local,
      id: demoWorkspaceId('PGD'),
      displayName: 'Playground',
      owner: 'collaborator',
      isDefault: true,
      createdAt: clock.daysAgo(27, '10:42'),
      lastOpenedAt: clock.minutesAgo(140),
    },
    {
      ...managed,
      id: demoWorkspaceId('RXG'),
      displayName: 'Load test rig',
      owner: 'tomas',
      createdAt: clock.daysAgo(33, '10:30'),
      lastOpenedAt: clock.daysAgo(5, '16:47'),
      quarantine: {
        at: clock.daysAgo(4, '10:05'),
        reason: 'Load tests reached a third party that had not agreed to them. Ticket 4836.',
      },
      members: [
        {
          person: 'collaborator',
          role: 'EDITOR',
          invitedAt: clock.daysAgo(15, '11:00'),
          joinedAt: clock.daysAgo(15, '11:21'),
          lastOpenedAt: clock.daysAgo(5, '14:00'),
        },
      ],
      tokens: [
        {
          name: 'k6 runner',
          by: 'tomas',
          createdAt: clock.daysAgo(32, '14:04'),
          expiresAt: clock.inDays(58),
          lastUsed: { at: clock.daysAgo(4, '09:58'), ipAddress: '198.51.100.140' },
        },
      ],
    },
    {
      ...managed,
      id: demoWorkspaceId('SXP'),
      displayName: 'Support sandbox',
      description: 'Reproduce what customers report here.',
      owner: 'staff',
      isDefault: true,
      createdAt: clock.daysAgo(340, '08:30'),
      lastOpenedAt: clock.daysAgo(1, '08:20'),
    },
    {
      ...managed,
      id: demoWorkspaceId('GPV'),
      displayName: 'gpu-burst-01',
      owner: 'quarantined',
      isDefault: true,
      createdAt: clock.daysAgo(9, '02:31'),
      lastOpenedAt: clock.daysAgo(6, '02:52'),
    },
    {
      ...remote('https://warehouse.example.net'),
      id: demoWorkspaceId('WHS'),
      displayName: 'Analytics warehouse',
      owner: 'suspended',
      isDefault: true,
      createdAt: clock.daysAgo(86, '13:40'),
      lastOpenedAt: clock.daysAgo(20, '10:18'),
    },
  ]
  return workspaces
}

type Instance = Pick<DemoWorkspace, 'instanceUrl' | 'instanceEnvType'>

function staging(clock: DemoClock, instance: Instance): DemoWorkspace {
  return {
    ...instance,
    id: demoWorkspaceId('STG'),
    displayName: 'Staging',
    description: 'The last stop before production. Reset every Sunday.',
    owner: 'owner',
    createdAt: clock.daysAgo(398, '11:15'),
    lastOpenedAt: clock.daysAgo(1, '16:04'),
    members: [
      {
        person: 'collaborator',
        role: 'APPROVER',
        invitedAt: clock.daysAgo(26, '14:20'),
        joinedAt: clock.daysAgo(26, '15:03'),
        lastOpenedAt: clock.minutesAgo(205),
        isFavourite: true,
      },
      {
        person: 'priya',
        role: 'EDITOR',
        invitedAt: clock.daysAgo(38, '10:05'),
        joinedAt: clock.daysAgo(38, '10:30'),
        lastOpenedAt: clock.daysAgo(2, '11:44'),
      },
    ],
    tokens: [
      {
        name: 'Smoke tests',
        by: 'collaborator',
        createdAt: clock.daysAgo(25, '09:20'),
        expiresAt: clock.inDays(65),
        lastUsed: { at: clock.minutesAgo(26), ipAddress: '198.51.100.18' },
      },
      {
        name: 'Buildkite agent',
        by: 'owner',
        createdAt: clock.daysAgo(170, '10:44'),
        expiresAt: clock.inDays(195),
        lastUsed: { at: clock.daysAgo(30, '21:16'), ipAddress: '198.51.100.61' },
        revoked: { at: clock.daysAgo(29, '09:12'), by: 'owner' },
      },
    ],
    events: [
      {
        act: 'workspace.updated',
        by: 'owner',
        at: clock.daysAgo(17, '10:35'),
        subject: 'URL: https://staging.example.com → https://platform.example.com',
      },
    ],
  }
}
