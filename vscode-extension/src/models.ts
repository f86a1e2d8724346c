// Every model that SlotGuard offers, and how each is reached.

import * as vscode from 'vscode';
import type { Keys } from './keys.js';
import type { Route } from './log.js';
import type { Settings, UpstreamModel, UpstreamSettings } from './settings.js';
import type { Upstream } from './turns.js';
import { PATIENCE } from './upstream/http.js';
import { WIRES } from './upstream/index.js';
import { type VendorModels, vendorUpstream } from './vendors.js';

export interface Model {
  readonly info: vscode.LanguageModelChatInformation;
  readonly route: Route;
  readonly images: boolean;
  /** Looks up the key, if there is one. */
  readonly connect: () => Promise<Upstream>;
}

export class Models {
  constructor(
    private readonly settings: () => Settings,
    private readonly keys: Keys,
    private readonly vendors: VendorModels,
  ) {}

  get all(): Model[] {
    const { upstreams, fromOtherVendors } = this.settings();
    const configured = upstreams.flatMap((upstream) => upstream.models.map((model) => this.configured(upstream, model)));
    return fromOtherVendors ? [...configured, ...this.vendors.all.map((model) => this.#offered(model))] : configured;
  }

  byId(id: string): Model | undefined {
    return this.all.find(({ info }) => info.id === id);
  }

  configured(upstream: UpstreamSettings, model: UpstreamModel): Model {
    const images = this.settings().images && model.images;
    return {
      route: upstream.wire,
      images,
      info: {
        id: `${upstream.name}/${model.id}`,
        name: `SlotGuard: ${model.name}`,
        family: model.id,
        version: '1',
        detail: upstream.name,
        tooltip: vscode.l10n.t('{0} at {1}. Private values leave this machine as stand-ins.', model.name, new URL(upstream.url).host),
        maxInputTokens: model.maxInputTokens,
        maxOutputTokens: model.maxOutputTokens,
        capabilities: { toolCalling: model.tools, imageInput: images },
      },
      connect: async () =>
        WIRES[upstream.wire]({
          name: upstream.name,
          url: upstream.url,
          model: model.id,
          key: await this.keys.get(upstream),
          maxOutputTokens: model.maxOutputTokens,
          patience: PATIENCE,
        }),
    };
  }

  #offered(model: vscode.LanguageModelChat): Model {
    return {
      route: 'vendor',
      images: false,
      info: {
        id: `vendor:${model.vendor}/${model.id}`,
        name: `SlotGuard: ${model.name}`,
        family: model.family,
        version: model.version,
        detail: model.vendor,
        tooltip: vscode.l10n.t('{0} of {1}. Private values leave this machine as stand-ins.', model.name, model.vendor),
        maxInputTokens: model.maxInputTokens,
        maxOutputTokens: 16_000,
        // The API does not say what another vendor's model can do; most can call tools.
        capabilities: { toolCalling: true, imageInput: false },
      },
      connect: () => Promise.resolve(vendorUpstream(model)),
    };
  }
}
