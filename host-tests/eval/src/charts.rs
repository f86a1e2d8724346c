//! The charts of the report, as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;
use serde_json::Value;

use crate::Failure;
use crate::report::Report;

const SIZE: (u32, u32) = (860, 380);
const INK: RGBColor = RGBColor(70, 70, 80);
const MUTED: RGBColor = RGBColor(160, 166, 178);
const OURS: RGBColor = RGBColor(38, 110, 190);
const OTHER: [RGBColor; 4] = [
    RGBColor(96, 165, 120),
    RGBColor(214, 148, 64),
    RGBColor(170, 96, 150),
    RGBColor(110, 190, 200),
];

/// A chart: file name, caption, SVG.
pub struct Chart {
    /// Name of the file.
    pub file: &'static str,
    /// What it shows.
    pub caption: &'static str,
    /// The drawing.
    pub svg: String,
}

/// The charts that the report has figures for.
///
/// # Errors
/// When a drawing fails.
pub fn charts(report: &Report) -> Result<Vec<Chart>, Failure> {
    let mut charts = Vec::new();
    let mut add = |file, caption, svg: Option<Result<String, Failure>>| -> Result<(), Failure> {
        if let Some(svg) = svg {
            let svg = svg?;
            charts.push(Chart { file, caption, svg });
        }
        Ok(())
    };
    add(
        "leakage.svg",
        "What still leaks, by condition",
        leakage(report).map(|bars| groups("What still leaks", &bars)),
    )?;
    add(
        "workflow.svg",
        "What an agent can still do, by condition",
        workflow(report).map(|bars| groups("Tasks solved, deterministic planner", &bars)),
    )?;
    add(
        "growth.svg",
        "Time over the size of a turn",
        growth(report).map(|points| line("Time of one turn", &points)),
    )?;
    Ok(charts)
}

/// Groups of bars: names of the groups, and series with a share of 100 for each group.
struct Bars {
    groups: Vec<&'static str>,
    series: Vec<(String, Vec<f64>)>,
}

fn figures(report: &Report, number: u32) -> Option<&Value> {
    let section = report
        .sections
        .iter()
        .find(|section| section.number == number)?;
    Some(&section.figures)
}

fn share(row: &Value, part: &str, whole: &str) -> f64 {
    let (part, whole) = (row[part].as_f64(), row[whole].as_f64());
    100.0 * part.unwrap_or(0.0) / whole.unwrap_or(1.0).max(1.0)
}

fn leakage(report: &Report) -> Option<Bars> {
    let structural = figures(report, 4)?.as_array()?;
    let credentials = figures(report, 5)?.as_array()?;
    let series = structural.iter().zip(credentials).map(|(one, two)| {
        let name = one["condition"].as_str().unwrap_or_default().to_owned();
        let values = vec![
            share(one, "visible", "characters"),
            share(two, "leaking", "values"),
            share(two, "sessions_leaking", "sessions"),
            share(two, "named", "spans"),
        ];
        (name, values)
    });
    Some(Bars {
        groups: vec![
            "private characters",
            "credentials",
            "sessions with a leak",
            "kind of credential told",
        ],
        series: series.collect(),
    })
}

fn workflow(report: &Report) -> Option<Bars> {
    let suites = [
        (2, "200 shared tasks"),
        (6, "12 local tasks"),
        (7, "replay, 160 tasks"),
    ];
    let mut series: Vec<(String, Vec<f64>)> = Vec::new();
    for (index, (number, _)) in suites.iter().enumerate() {
        for row in figures(report, *number)?["conditions"].as_array()? {
            let name = row["condition"].as_str().unwrap_or_default();
            let at = series
                .iter()
                .position(|(other, _)| other == name)
                .unwrap_or_else(|| {
                    series.push((name.to_owned(), vec![f64::NAN; suites.len()]));
                    series.len() - 1
                });
            series[at].1[index] = share(row, "success", "tasks");
        }
    }
    // Ablations were run on one suite only; they have their table.
    series.retain(|(_, values)| values.iter().all(|value| value.is_finite()));
    Some(Bars {
        groups: suites.map(|(_, name)| name).into(),
        series,
    })
}

fn growth(report: &Report) -> Option<Vec<(f64, f64)>> {
    let points = figures(report, 13)?["size"].as_array()?;
    let point = |row: &Value| Some((row["at"].as_f64()? / 1024.0, row["us"].as_f64()?));
    points.iter().map(point).collect()
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::new("error", format!("a chart could not be drawn: {error}"))
}

fn drawn(
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Failure>,
) -> Result<String, Failure> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        draw(&root)?;
        root.present().map_err(failed)?;
    }
    Ok(svg)
}

fn colour(index: usize, name: &str) -> RGBColor {
    match name {
        crate::measure::name::FULL => OURS,
        crate::measure::name::RAW => MUTED,
        _ => OTHER[index % OTHER.len()],
    }
}

fn groups(title: &str, bars: &Bars) -> Result<String, Failure> {
    drawn(|root| {
        let font = ("sans-serif", 13).into_font().color(&INK);
        let mut chart = ChartBuilder::on(root)
            .caption(title, ("sans-serif", 17).into_font().color(&INK))
            .margin(12)
            .x_label_area_size(30)
            .y_label_area_size(48)
            .build_cartesian_2d(0.0..bars.groups.len() as f64, 0.0..150.0)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(MUTED.mix(0.35))
            .axis_style(MUTED)
            .y_labels(8)
            .x_labels(0)
            .label_style(font.clone())
            .y_label_formatter(&|value| {
                // The room above is for the legend.
                if *value > 100.0 {
                    String::new()
                } else {
                    format!("{value:.0}%")
                }
            })
            .draw()
            .map_err(failed)?;
        let width = 0.84 / bars.series.len().max(1) as f64;
        for (index, (name, values)) in bars.series.iter().enumerate() {
            let colour = colour(index, name);
            let bars = values.iter().enumerate().map(|(group, value)| {
                let left = group as f64 + 0.08 + width * index as f64;
                Rectangle::new(
                    [(left, 0.0), (left + width * 0.9, value.max(0.4))],
                    colour.filled(),
                )
            });
            let series = chart.draw_series(bars).map_err(failed)?;
            series.label(name.as_str()).legend(move |(x, y)| {
                Rectangle::new([(x, y - 5), (x + 10, y + 5)], colour.filled())
            });
            let numbers = values.iter().enumerate().map(|(group, value)| {
                let left = group as f64 + 0.08 + width * index as f64;
                Text::new(
                    format!("{value:.0}"),
                    (left + width * 0.1, value + 5.0),
                    ("sans-serif", 11).into_font().color(&INK),
                )
            });
            chart.draw_series(numbers).map_err(failed)?;
        }
        let labels = bars.groups.iter().enumerate().map(|(group, name)| {
            Text::new(
                (*name).to_owned(),
                (group as f64 + 0.12, -5.0),
                font.clone(),
            )
        });
        chart.draw_series(labels).map_err(failed)?;
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .border_style(MUTED.mix(0.5))
            .label_font(("sans-serif", 12).into_font().color(&INK))
            .draw()
            .map_err(failed)
    })
}

fn line(title: &str, points: &[(f64, f64)]) -> Result<String, Failure> {
    let last = points.last().copied().unwrap_or((1.0, 1.0));
    let first = points.first().copied().unwrap_or((0.1, 0.1));
    drawn(|root| {
        let mut chart = ChartBuilder::on(root)
            .caption(title, ("sans-serif", 17).into_font().color(&INK))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(64)
            .build_cartesian_2d(
                (first.0..last.0).log_scale(),
                (first.1.max(0.1) / 2.0..last.1 * 2.0).log_scale(),
            )
            .map_err(failed)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(MUTED.mix(0.35))
            .axis_style(MUTED)
            .label_style(("sans-serif", 12).into_font().color(&INK))
            .x_desc("KB")
            .y_desc("µs, median")
            .draw()
            .map_err(failed)?;
        chart
            .draw_series(LineSeries::new(
                points.iter().copied(),
                OURS.stroke_width(2),
            ))
            .map_err(failed)?;
        let dots = points
            .iter()
            .map(|point| Circle::new(*point, 3, OURS.filled()));
        chart.draw_series(dots).map_err(failed)?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_are_drawings() {
        let bars = Bars {
            groups: vec!["a", "b"],
            series: vec![
                ("Raw".to_owned(), vec![100.0, 50.0]),
                ("Full".to_owned(), vec![0.0, 10.0]),
            ],
        };
        let svg = groups("Fruit", &bars).expect("svg");
        assert!(svg.starts_with("<svg") && svg.contains("Fruit"));
        let svg = line("Time", &[(0.2, 1.0), (6.0, 11.0), (64.0, 120.0)]).expect("svg");
        assert!(svg.contains("polyline"));
    }
}
