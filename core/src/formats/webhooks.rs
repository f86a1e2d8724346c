//! Addresses that let everybody post who knows them.

use super::{Anchor, Format};
use crate::shape::Alphabet::{Alnum, AlnumLower, Hex};
use crate::shape::Part::{Lit, Run};
use crate::shape::Shape;

pub(super) const FORMATS: &[Format] = &[
    Format {
        id: "mattermost-webhook",
        provider: "Mattermost",
        what: "incoming webhook",
        shape: Shape::new(&[Lit("hooks/"), Run(AlnumLower, 26, 26)]).drawn(),
        anchor: Anchor::Prefix,
        examples: samples!["dpl0g4943qc41x73vw0b3jj93l", "5d52755zi0ij84anjd1kzfkhmf"],
        near_misses: samples!["c*3hnq1isbtwuafx5t79h8m6k1", "dpl0g4943qc41"],
        source: "https://developers.mattermost.com/integrate/webhooks/incoming/",
    },
    Format {
        id: "rocketchat-webhook",
        provider: "Rocket.Chat",
        what: "incoming webhook",
        shape: Shape::new(&[Lit("hooks/"), Run(Alnum, 17, 24), Lit("/"), Run(Alnum, 43, 64)]).drawn(),
        anchor: Anchor::Prefix,
        examples: samples!["rTrqwa9ThaMApoXaLBd2B5wB/0GZV0JDEWTCa8fPInuxqbS2v8LzIyTXsoCQEfehBKP3v746sRkK", "pbpiTtEUez2q6piPCR/Ckg1jN7fj527fWhMtDLdfdYqAewNJLqLtlH5CGCDjw61"],
        near_misses: samples!["R*EMo3FOX5LhfB60dNFNLx62/h8jFqjpIwRrV6Rfi8ywkvTDAxPqPCMYm27hlRG3IHoExf", "rTrqwa9T"],
        source: "https://docs.rocket.chat/docs/integrations",
    },
    Format {
        id: "feishu-webhook",
        provider: "Feishu",
        what: "webhook of a bot",
        shape: Shape::new(&[Lit("bot/v2/hook/"), Run(Hex, 8, 8), Lit("-"), Run(Hex, 4, 4), Lit("-"), Run(Hex, 4, 4), Lit("-"), Run(Hex, 4, 4), Lit("-"), Run(Hex, 12, 12)]),
        anchor: Anchor::Prefix,
        examples: samples!["7b53d1db-8472-9dbe-4971-821f777fdd09", "aad255e9-9dda-01b1-1b6f-96b0eb53d267"],
        near_misses: samples!["9*79c3c6-5e67-ddd0-c14e-eddafb87b527", "7b53"],
        source: "https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot",
    },
    Format {
        id: "pagerduty-webhook",
        provider: "PagerDuty",
        what: "URL of an integration",
        shape: Shape::new(&[Lit("integration/"), Run(Hex, 32, 32), Lit("/enqueue")]),
        anchor: Anchor::Prefix,
        examples: samples!["42562c6c26b64475e04a3bc0ae66b651/enqueue", "6c4f95759785429b985c6d1f93adcc44/enqueue"],
        near_misses: samples!["c*d0ca1e82bbac813c14aebfc5a0f1c3/enqueue", "42562c6c26b64475"],
        source: "https://support.pagerduty.com/main/docs/services-and-integrations",
    },
    Format {
        id: "tines-webhook",
        provider: "Tines",
        what: "webhook",
        shape: Shape::new(&[Lit("webhook/"), Run(Hex, 32, 32), Lit("/"), Run(Hex, 32, 32)]),
        anchor: Anchor::Prefix,
        examples: samples!["c20a9cf3922a8a7cb185fe1a66d10ed2/bc3253fa54744458bf51ba7d979b43c5", "fd7a2346ea47b3309214fef1aad0c1d4/a7ce0f3e705782af7d824cd3c03408fc"],
        near_misses: samples!["a*050c01f4a147762b42e8e5878e53cb/96481ba5c49cd08edb05e6758fd50ff6", "c20a9cf3922a8a7c"],
        source: "https://www.tines.com/docs/actions/types/webhook/",
    },
];
