/** How an event of the activity is shown. */
import { type Activity, eventLabels } from '@portal/contract/activity/activity'
import { subjectText } from '@portal/contract/activity/subject-text'
import { fullName } from '@portal/contract/text/full-name'
import { Fragment } from 'react'

/** Isolates the values of a change, because two Arabic names would otherwise read from right to left: the new one first. */
function Subject({ text }: { text: string }) {
  const values = [...text.matchAll(/( → |; |^)(.*?)(?= → |; |$)/gs)]
  return values.map(({ index, 1: separator, 2: value }) => (
    <Fragment key={index}>
      {separator}
      <bdi>{value}</bdi>
    </Fragment>
  ))
}

/** The event and what it changed. */
export function WhatCell({ entry }: { entry: Activity }) {
  const subject = subjectText(entry)
  return (
    <div className="min-w-48">
      <div>{eventLabels[entry.act] ?? entry.act}</div>
      {subject && (
        <div className="text-content-muted text-sm wrap-anywhere">
          <Subject text={subject} />
        </div>
      )}
    </div>
  )
}

/** Returns the name or email of the actor. Deleted accounts have neither, and staff and automatic events no user. */
export function actorName({ actor }: Pick<Activity, 'actor'>): string {
  const nameless = actor.userId === null ? 'Staff or system' : 'Deleted user'
  const name = actor.serviceAccount?.name ?? fullName(actor) ?? actor.email ?? nameless
  return actor.tokenName === null ? name : `${name}, with the API token ${actor.tokenName}`
}
