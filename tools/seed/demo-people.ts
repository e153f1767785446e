import type { DemoClock } from './demo-clock.ts'

export interface DemoPerson {
  /** For users who can sign in, the id at the local identity provider. */
  id: string
  email: string
  firstName: string
  lastName: string
  nickname: string
  githubUsername?: string
  discordUsername?: string
  /** The prefix of the subject. Password accounts have none. */
  provider?: 'github' | 'google-oauth2'
  ipAddress: string
  signupAt: Date
  lastSignInAt: Date
  pause?: { kind: 'quarantine' | 'suspension'; at: Date; reason: string }
}

const id = (letter: string) => `01J0000000000000000000000${letter}`

/** All demo users. The identity provider's newcomer is missing because that user signs in for the first time. */
export function demoPeople(clock: DemoClock) {
  return {
    staff: {
      id: id('A'),
      email: 'staff@systeminit.com',
      firstName: 'Sasha',
      lastName: 'Stafford',
      nickname: 'sasha',
      ipAddress: '192.0.2.10',
      signupAt: clock.daysAgo(520),
      lastSignInAt: clock.daysAgo(1, '08:12'),
    },
    owner: {
      id: id('B'),
      email: 'owner@example.com',
      firstName: 'Odile',
      lastName: 'Owens',
      nickname: 'odile',
      githubUsername: 'odile-owens',
      discordUsername: 'odile.owens',
      ipAddress: '203.0.113.24',
      signupAt: clock.daysAgo(415, '13:05'),
      lastSignInAt: clock.daysAgo(1, '07:48'),
    },
    collaborator: {
      id: id('C'),
      email: 'collaborator@example.com',
      firstName: 'Colin',
      lastName: 'Cole',
      nickname: 'colin',
      githubUsername: 'colincole',
      ipAddress: '198.51.100.77',
      signupAt: clock.daysAgo(27, '10:20'),
      lastSignInAt: clock.daysAgo(1, '14:31'),
    },
    mara: {
      id: id('E'),
      email: 'mara.lindqvist@example.com',
      firstName: 'Mara',
      lastName: 'Lindqvist',
      nickname: 'mara',
      githubUsername: 'maralq',
      ipAddress: '203.0.113.41',
      signupAt: clock.daysAgo(389, '08:40'),
      lastSignInAt: clock.daysAgo(1, '09:02'),
    },
    tomas: {
      id: id('F'),
      email: 'tomas.rivera@example.com',
      firstName: 'Tomás',
      lastName: 'Rivera',
      nickname: 'tomas',
      provider: 'google-oauth2',
      ipAddress: '198.51.100.140',
      signupAt: clock.daysAgo(97, '15:12'),
      lastSignInAt: clock.daysAgo(2, '16:20'),
    },
    priya: {
      id: id('G'),
      email: 'priya.nair@example.com',
      firstName: 'Priya',
      lastName: 'Nair',
      nickname: 'priya',
      githubUsername: 'priyanair',
      discordUsername: 'priya_n',
      provider: 'github',
      ipAddress: '203.0.113.88',
      signupAt: clock.daysAgo(42, '11:55'),
      lastSignInAt: clock.daysAgo(1, '11:10'),
    },
    jonah: {
      id: id('H'),
      email: 'jonah.weiss@example.com',
      firstName: 'Jonah',
      lastName: 'Weiss',
      nickname: 'jonah',
      githubUsername: 'jweiss',
      provider: 'github',
      ipAddress: '198.51.100.9',
      signupAt: clock.daysAgo(205, '17:30'),
      lastSignInAt: clock.daysAgo(3, '18:05'),
    },
    hana: {
      id: id('M'),
      email: 'hana.sato@example.com',
      firstName: 'Hana',
      lastName: 'Sato',
      nickname: 'hana',
      githubUsername: 'hanasato',
      provider: 'github',
      ipAddress: '192.0.2.171',
      signupAt: clock.daysAgo(3, '06:44'),
      lastSignInAt: clock.daysAgo(1, '06:50'),
    },
    diego: {
      id: id('N'),
      email: 'diego.alvarez@example.com',
      firstName: 'Diego',
      lastName: 'Alvarez',
      nickname: 'diego',
      provider: 'google-oauth2',
      ipAddress: '192.0.2.203',
      signupAt: clock.daysAgo(5, '19:02'),
      lastSignInAt: clock.daysAgo(5, '19:02'),
    },
    quarantined: {
      id: id('J'),
      email: 'quarantined@example.com',
      firstName: 'Quinn',
      lastName: 'Marsh',
      nickname: 'quinn',
      ipAddress: '192.0.2.66',
      signupAt: clock.daysAgo(9, '02:14'),
      lastSignInAt: clock.daysAgo(6, '02:51'),
      pause: {
        kind: 'quarantine',
        at: clock.daysAgo(6, '08:35'),
        reason: 'Started 400 GPU machines within an hour of signing up. Ticket 4821.',
      },
    },
    suspended: {
      id: id('K'),
      email: 'suspended@example.com',
      firstName: 'Susan',
      lastName: 'Pell',
      nickname: 'susan',
      ipAddress: '198.51.100.213',
      signupAt: clock.daysAgo(88, '12:00'),
      lastSignInAt: clock.daysAgo(20, '10:15'),
      pause: {
        kind: 'suspension',
        at: clock.daysAgo(8, '15:20'),
        reason: 'The last invoice has been unpaid for more than 30 days, and two reminders had no reply.',
      },
    },
  } as const satisfies Record<string, DemoPerson>
}

export type DemoPersonName = keyof ReturnType<typeof demoPeople>

export function subjectOf({ id: personId, provider }: DemoPerson): string {
  return `${provider ?? 'auth0'}|${personId}`
}

/** The demo users with their ids in this database. */
export type SeededPeople = Readonly<Record<DemoPersonName, DemoPerson>>
