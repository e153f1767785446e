import { type Html, html } from '../serving/html.ts'
import type { Page } from '../serving/page.ts'
import { claimsOf } from './run-claims.ts'
import type { Run, RunForm } from './run-store.ts'

export const ciStandIn = 'CI system'
export const events = ['push', 'pull_request', 'workflow_dispatch', 'schedule']

const shownRuns = 20

function field(name: keyof RunForm, label: string, value: string, hint: string): Html {
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off" aria-describedby="${name}-hint">
<p class="soft" id="${name}-hint">${hint}</p>`
}

function eventField(chosen: string): Html {
  const options = events.map(
    (event) => html`<option value="${event}" ${event === chosen && 'selected'}>${event}</option>`,
  )
  return html`<label for="event">Event</label><select id="event" name="event">${options}</select>`
}

function outcome({ steps }: Run): keyof typeof sentences {
  if (steps.length === 0) return 'Started by a script'
  return steps.every(({ isSuccessful }) => isSuccessful) ? 'Succeeded' : 'Failed'
}

const sentences = {
  Succeeded: 'The run succeeded.',
  Failed: 'The run failed.',
  'Started by a script': 'A script started this run and requests its identity tokens itself.',
}

function runRow(run: Run): Html {
  const { repository, event } = run.input
  return html`<tr><td><a href="/runs/${run.id}">${repository} #${run.number}</a></td><td>${event}</td>
<td>${outcome(run)}</td><td>${run.startedAt.replace('T', ' ').slice(0, 16)} UTC</td></tr>`
}

function form(values: RunForm, problem?: string): Html {
  return html`<form class="card" method="post" action="/runs" aria-label="Start a run">
<h1>Run a pipeline</h1>
<p class="soft">The run requests an identity token, exchanges it for an API token, calls the API and opens the
workspace's instance. No secret is stored.</p>
${problem && html`<p class="alert" role="alert">${problem}</p>`}
${field('repository', 'Repository', values.repository, 'owner/name')}
${field('serviceAccountId', 'Service account ID', values.serviceAccountId, 'In the portal, choose Copy ID in the menu of the service account.')}
${eventField(values.event)}
${field('branch', 'Branch', values.branch, 'For a pull request, the branch to merge.')}
${field('environment', 'Environment', values.environment, 'The deployment environment of the job. May be empty.')}
${field('audience', 'Audience', values.audience, 'Must equal the audience of the trust rule.')}
<input type="hidden" name="workflow" value="${values.workflow}">
<button class="full">Run</button>
</form>`
}

export function homePage(values: RunForm, runs: Run[], problem?: string): Page {
  const list =
    runs.length === 0
      ? html`<p class="soft">No runs yet.</p>`
      : html`<table><thead><tr><th>Run</th><th>Event</th><th>Outcome</th><th>Started</th></tr></thead>
<tbody>${runs.slice(0, shownRuns).map(runRow)}</tbody></table>`
  return {
    title: 'Runs',
    standIn: ciStandIn,
    body: html`${form(values, problem)}<section class="card"><h2>Runs</h2>${list}</section>`,
  }
}

export function runPage(run: Run): Page {
  const steps = run.steps.map(
    ({ title, isSuccessful, text }) =>
      html`<li><strong>${title}</strong> <span class="badge">${isSuccessful ? 'Succeeded' : 'Failed'}</span><br>${text}</li>`,
  )
  const again = Object.entries({
    ...run.input,
    serviceAccountId: run.serviceAccountId,
    audience: run.audience,
  }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  const title = `${run.input.repository} #${run.number}`
  const body = html`<div class="card">
<h1>${title}</h1>
<p role="status">${sentences[outcome(run)]}</p>
<ol>${steps}</ol>
<div class="row"><form method="post" action="/runs">${again}<button>Run again</button></form>
<a class="button quiet" href="/">All runs</a></div>
</div>
<section class="card"><h2>Claims of the identity token</h2><pre>${JSON.stringify(claimsOf(run), null, 2)}</pre></section>`
  return { title, standIn: ciStandIn, body }
}
